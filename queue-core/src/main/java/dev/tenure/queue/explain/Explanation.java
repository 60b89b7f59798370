package dev.tenure.queue.explain;

import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The causes for which an item has not run, as of one read version.
 *
 * @param item the item; empty when there is no such item
 * @param causes at least one cause, in the order in which they must be removed; {@link
 *     Cause.Nothing} is always the only one
 * @param readVersion the version at which everything was read
 * @param now the time with which vesting times and heartbeats were compared
 */
public record Explanation(
    Optional<ItemView> item, List<Cause> causes, long readVersion, Instant now) {

  public Explanation {
    causes = List.copyOf(causes);
  }

  /** The state of the item; empty when there is no such item. */
  public Optional<ItemState> state() {
    return item.map(ItemView::state);
  }
}
