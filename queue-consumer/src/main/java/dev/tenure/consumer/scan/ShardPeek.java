package dev.tenure.consumer.scan;

import java.time.Instant;

/**
 * How a peek into a shard is made.
 *
 * @param at when it was begun
 * @param visits how many visits of this consumer had ended by then
 * @param front whether it begins at the true front; if not, at the low-water mark
 * @param weak whether its read version may be old
 * @param watched whether the watch had been set before
 * @param freeManagers how many managers wait for what it finds
 */
record ShardPeek(
    Instant at, long visits, boolean front, boolean weak, boolean watched, int freeManagers) {}
