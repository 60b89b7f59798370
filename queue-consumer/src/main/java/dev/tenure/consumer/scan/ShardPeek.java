package dev.tenure.consumer.scan;

import java.time.Instant;

/**
 * The parameters of a peek into a shard.
 *
 * @param at the time at which the peek began
 * @param visits the number of this consumer's visits that had ended by then
 * @param front whether the peek begins at the true front; if not, it begins at the low-water mark
 * @param weak whether the read version may be old
 * @param watched whether the watch was set before the peek
 * @param freeManagers the number of managers that wait for candidates
 */
record ShardPeek(
    Instant at, long visits, boolean front, boolean weak, boolean watched, int freeManagers) {}
