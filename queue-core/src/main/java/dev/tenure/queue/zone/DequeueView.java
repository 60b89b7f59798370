package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The items that a dequeue leased, and what it left.
 *
 * @param more whether vested items that the filter accepts may be left
 * @param refused how many vested items the filter refused
 * @param earliestUnvested the time at which the next of the other items can be leased: its vesting
 *     time, or the end by version of a lease that has ended by wall time only. Complete only
 *     without {@code more}
 * @param rest the mark at which the remaining items begin; empty when that is not known
 */
public record DequeueView(
    List<LeasedItem> items,
    boolean more,
    int refused,
    Optional<Instant> earliestUnvested,
    Optional<PeekMark> rest) {}
