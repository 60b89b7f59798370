/**
 * Conditions on ranks. They become scans of ranges of ranks, or tests for which an index is asked
 * for each record's rank. Start at {@link dev.tenure.record.plan.rank.MatchRanks}. What must stay
 * true: the choice of the index that counts ranks does not depend on which indexes are readable or
 * cheap.
 */
@NullMarked
package dev.tenure.record.plan.rank;

import org.jspecify.annotations.NullMarked;
