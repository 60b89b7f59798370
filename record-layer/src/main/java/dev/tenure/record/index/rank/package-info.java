/**
 * Rank indexes: an entry for each score of each record, and a ranked set of the scores of each
 * group.
 *
 * <p>Start at {@link dev.tenure.record.index.rank.RankIndexType}; {@link
 * dev.tenure.record.index.rank.Ranks} answers queries such as the rank of a score, {@link
 * dev.tenure.record.index.rank.RankScan} scans by rank. What must stay true: a ranked set has as
 * many copies of a score as there are entries with that score.
 */
@NullMarked
package dev.tenure.record.index.rank;

import org.jspecify.annotations.NullMarked;
