package dev.tenure.queue.external.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The items that a dequeue took, and what it left.
 *
 * @param more whether vested items that may be taken are perhaps left
 * @param refused how many vested candidates were refused
 * @param next the time until the next of the other items vests, counting the ends of leases; empty
 *     when there is no other item. While {@code more} is true, items may be overlooked
 */
public record ExternalDequeue(
    List<TakenItem> items, boolean more, int refused, Optional<Duration> next) {
  public ExternalDequeue {
    items = List.copyOf(items);
  }
}
