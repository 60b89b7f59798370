package dev.tenure.queue.fanout;

import dev.tenure.queue.cluster.LocalItem;
import java.util.List;
import java.util.Optional;

/**
 * The state of a fan-out, as the clusters of one deployment answered at about the same time.
 *
 * @param id the item's id
 * @param clusters the state of the item on each cluster
 * @param homes the state of the fan-out's own item on each cluster. It is {@code WAITING} or {@code
 *     RUNNING} on its home while some cluster does not have the item yet
 */
public record FanOutStatus(String id, List<Outcome> clusters, List<Outcome> homes) {
  public FanOutStatus {
    clusters = List.copyOf(clusters);
    homes = List.copyOf(homes);
  }

  /**
   * An item on one cluster.
   *
   * @param state empty when the cluster did not answer
   * @param reason the reason why the cluster did not answer, or the reason of {@link LocalItem}
   */
  public record Outcome(String cluster, Optional<LocalItem.State> state, Optional<String> reason) {}

  /**
   * The home of a fan-out that has not ended, whose reason names the clusters that the last attempt
   * could not reach; empty when the fan-out has ended.
   */
  public Optional<Outcome> pending() {
    return homes.stream()
        .filter(each -> each.state().filter(FanOut::isPending).isPresent())
        .findFirst();
  }
}
