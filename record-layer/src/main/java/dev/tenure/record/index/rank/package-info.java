/**
 * Rank indexes: an entry for each score of each record, and for each group a ranked set of its
 * scores.
 *
 * <p>Start at {@link dev.tenure.record.index.rank.RankIndexType}; {@link
 * dev.tenure.record.index.rank.Ranks} asks, {@link dev.tenure.record.index.rank.RankScan} scans.
 * What must stay true: a set has a copy of a score for each entry that has it.
 */
@NullMarked
package dev.tenure.record.index.rank;

import org.jspecify.annotations.NullMarked;
