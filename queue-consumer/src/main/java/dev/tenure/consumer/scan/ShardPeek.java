package dev.tenure.consumer.scan;

import java.time.Instant;

/**
 * The parameters of a peek into a shard.
 *
 * @param at when it was begun
 * @param visits the number of this consumer's visits that had ended by then
 * @param front whether it begins at the true front; if not, at the low-water mark
 * @param weak whether its read version may be old
 * @param watched whether the watch had been set before
 * @param freeManagers the number of managers that wait for candidates
 */
record ShardPeek(
    Instant at, long visits, boolean front, boolean weak, boolean watched, int freeManagers) {}
