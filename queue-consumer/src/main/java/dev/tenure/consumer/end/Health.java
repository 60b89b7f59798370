package dev.tenure.consumer.end;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Which clusters refuse ends at the moment, because their disk is full or they cannot be reached:
 * nothing is leased there that could not be ended. The ends put off are the probes. Thread-safe.
 */
public final class Health {
  private final Executor executor;
  private final Map<String, Integer> refused = new HashMap<>();
  private @Nullable Runnable recovered;

  public Health(Executor executor) {
    this.executor = executor;
  }

  /** Runs the action, on the executor, each time that a cluster is well again. */
  public synchronized void whenRecovered(Runnable action) {
    recovered = action;
  }

  public synchronized boolean well(String cluster) {
    return !refused.containsKey(cluster);
  }

  /** An end was put off; {@link #settled} must follow. */
  synchronized void refused(String cluster) {
    refused.merge(cluster, 1, Integer::sum);
  }

  /** An end that had been put off was committed, or given up. */
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
