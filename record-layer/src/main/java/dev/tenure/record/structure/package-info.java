/**
 * Persistent data structures that span many rows, each below a key prefix. Indexes use them.
 *
 * <p>
 *
 * <ul>
 *   <li>{@link dev.tenure.record.structure.RankedSet} answers queries of ranks.
 *   <li>{@link dev.tenure.record.structure.BunchedMap} stores many small entries under few keys.
 *   <li>{@link dev.tenure.record.structure.RangeSet} records which ranges of keys are done.
 * </ul>
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Operations of one transaction on one structure run one after another.
 *   <li>Transactions that change distant parts do not conflict.
 *   <li>Concurrent transactions leave a structure in a state that some serial order of them would
 *       give.
 *   <li>This package knows contexts, and neither records nor indexes.
 * </ul>
 */
@NullMarked
package dev.tenure.record.structure;

import org.jspecify.annotations.NullMarked;
