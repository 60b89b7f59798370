package dev.tenure.queue.fanout;

import java.util.Map;
import java.util.Set;

/**
 * The result of one attempt to reach all clusters.
 *
 * @param clusters the names of all clusters that the stored list had
 * @param missing those that do not have the item yet, with the reason
 * @param lacksCluster whether this process does not know one of the clusters, so that another
 *     process has to go on
 */
public record FanOutStep(Set<String> clusters, Map<String, String> missing, boolean lacksCluster) {
  public FanOutStep {
    clusters = Set.copyOf(clusters);
    missing = Map.copyOf(missing);
  }

  public boolean isDone() {
    return missing.isEmpty();
  }
}
