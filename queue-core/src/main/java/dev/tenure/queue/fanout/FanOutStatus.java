package dev.tenure.queue.fanout;

import dev.tenure.queue.cluster.LocalItem;
import java.util.List;
import java.util.Optional;

/**
 * What has become of a fan-out, as the clusters of one deployment told at about one time.
 *
 * @param id the item's id
 * @param clusters what has become of the item on each cluster
 * @param homes the same of the item that stands for the fan-out; {@code WAITING} or {@code RUNNING}
 *     on its home while some cluster does not have the item yet
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
   * @param reason why the cluster did not answer, or that of {@link LocalItem}
   */
  public record Outcome(String cluster, Optional<LocalItem.State> state, Optional<String> reason) {}

  /** Where the fan-out goes on; the reason says which clusters it could not reach so far. */
  public Optional<Outcome> pending() {
    return homes.stream()
        .filter(each -> each.state().filter(FanOut::isPending).isPresent())
        .findFirst();
  }
}
