/**
 * The common parts of all runs over a whole global index: audits, repairs, and changes of keys.
 *
 * <p>Start at {@link dev.tenure.record.global.upkeep.Upkeep}, which every run needs. {@link
 * dev.tenure.record.global.upkeep.Walk} scans all shards page by page, at a pace, up to a budget,
 * and can continue from a {@link dev.tenure.record.global.upkeep.WalkPosition}. What must stay
 * true: a walk has no state besides its position, and changes nothing; its visitors change records
 * by steps of the protocol.
 */
@NullMarked
package dev.tenure.record.global.upkeep;

import org.jspecify.annotations.NullMarked;
