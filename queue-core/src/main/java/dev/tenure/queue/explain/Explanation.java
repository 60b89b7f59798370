package dev.tenure.queue.explain;

import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why an item has not run, as of one read version.
 *
 * @param item the item; empty when there is no such item
 * @param causes at least one, in the order in which they must be cured; {@link Cause.Nothing}
 *     stands only alone
 * @param readVersion the version at which everything was read
 * @param now the time that vesting times and heartbeats were compared with
 */
public record Explanation(
    Optional<ItemView> item, List<Cause> causes, long readVersion, Instant now) {

  public Explanation {
    causes = List.copyOf(causes);
  }

  /** Empty when there is no such item. */
  public Optional<ItemState> state() {
    return item.map(ItemView::state);
  }
}
