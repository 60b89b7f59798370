/**
 * Conditions on ranks: scans of ranges of ranks, and records whose ranks an index is asked for.
 * Start at {@link dev.tenure.record.plan.rank.MatchRanks}. What must stay true: which index counts
 * the ranks does not depend on what is readable or cheap.
 */
@NullMarked
package dev.tenure.record.plan.rank;

import org.jspecify.annotations.NullMarked;
