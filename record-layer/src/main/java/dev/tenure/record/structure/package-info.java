/**
 * Structures in the key space, each below a key prefix: what an index needs when rows in an order
 * are not enough.
 *
 * <p>{@link dev.tenure.record.structure.RankedSet} tells ranks, {@link
 * dev.tenure.record.structure.BunchedMap} keeps many small entries in few keys, {@link
 * dev.tenure.record.structure.RangeSet} knows which ranges of keys are done. What must stay true:
 * operations of one transaction on one structure take turns; transactions that change distant
 * places do not conflict; whatever they interleave, the structure is at every commit what it would
 * have been one after another. This package knows contexts, and neither records nor indexes.
 */
@NullMarked
package dev.tenure.record.structure;

import org.jspecify.annotations.NullMarked;
