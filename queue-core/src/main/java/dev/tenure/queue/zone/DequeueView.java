package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The items that a dequeue leased, and what it left.
 *
 * @param more whether vested items that the filter accepts may be left
 * @param refused how many vested items the filter refused
 * @param earliestUnvested when the next of the other items can be leased: its vesting time, or the
 *     end of a lease that has ended by wall time and not yet by version. Complete only without
 *     {@code more}
 * @param rest where the items that were left begin, as far as that is known
 */
public record DequeueView(
    List<LeasedItem> items,
    boolean more,
    int refused,
    Optional<Instant> earliestUnvested,
    Optional<PeekMark> rest) {}
