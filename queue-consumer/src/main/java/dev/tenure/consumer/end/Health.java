package dev.tenure.consumer.end;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Knows the clusters that refuse ends at the moment, because their disk is full or they cannot be
 * reached. No item is leased from such a cluster. The postponed ends are tried again, which shows
 * when the cluster has recovered. Thread-safe.
 */
public final class Health {
  private final Executor executor;
  private final Map<String, Integer> refused = new HashMap<>();
  private @Nullable Runnable recovered;

  public Health(Executor executor) {
    this.executor = executor;
  }

  /** Runs the action on the executor each time that a cluster has recovered. */
  public synchronized void whenRecovered(Runnable action) {
    recovered = action;
  }

  public synchronized boolean well(String cluster) {
    return !refused.containsKey(cluster);
  }

  /** Notes that an end was postponed; {@link #settled} must follow. */
  synchronized void refused(String cluster) {
    refused.merge(cluster, 1, Integer::sum);
  }

  /** Notes that a postponed end was committed or given up. */
  void settled(String cluster) {
    Runnable action;
    synchronized (this) {
      Integer left = refused.computeIfPresent(cluster, (name, count) -> count - 1);
      if (left != null && left == 0) {
        refused.remove(cluster);
      }
      action = well(cluster) ? recovered : null;
    }
    if (action != null) {
      executor.execute(action);
    }
  }
}
