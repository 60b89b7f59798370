package dev.tenure.queue.explain;

import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why an item has not run, as of one read version.
 *
 * @param item as it was read; empty when there is none
 * @param causes at least one, in the order in which they would have to be cured; {@link
 *     Cause.Nothing} only alone
 * @param readVersion at which everything was read
 * @param now the time by which it was judged
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
