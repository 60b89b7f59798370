package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a dequeue took and what it left.
 *
 * @param more vested items that the filter accepts may be left
 * @param refused vested items that the filter refused
 * @param earliestUnvested when the first of what was not taken can be taken: the earliest vesting
 *     time after now, or the end of a lease that is over by wall time but not by version; complete
 *     only when {@code more} is false
 * @param rest where the items begin that were left, as far as that is known
 */
public record DequeueView(
    List<LeasedItem> items,
    boolean more,
    int refused,
    Optional<Instant> earliestUnvested,
    Optional<PeekMark> rest) {}
