package dev.tenure.queue.fanout;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The result of one attempt to reach all clusters.
 *
 * @param clusters the names of all clusters that the stored list had
 * @param missing the clusters that do not have the item yet, each with the reason
 * @param lacksCluster whether this process does not have one of the clusters, so that another
 *     process must continue the fan-out
 */
public record FanOutStep(Set<String> clusters, Map<String, String> missing, boolean lacksCluster) {
  public FanOutStep {
    clusters = Collections.unmodifiableSet(new TreeSet<>(clusters));
    missing = Collections.unmodifiableMap(new TreeMap<>(missing));
  }

  public boolean isDone() {
    return missing.isEmpty();
  }
}
