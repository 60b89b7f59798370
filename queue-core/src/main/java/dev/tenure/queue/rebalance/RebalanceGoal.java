package dev.tenure.queue.rebalance;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What a plan is for. {@code toString} tells it to people. */
public sealed interface RebalanceGoal {
  /** No tenant is left on the cluster; the others get them so that they grow alike. */
  record Drain(String cluster) implements RebalanceGoal {
    public Drain {
      QueueLimits.checkName("cluster", cluster, QueueLimits.APPLICATION_BYTES_MAX);
    }

    @Override
    public String toString() {
      return "drain " + cluster;
    }
  }

  /** All tenants are on the cluster. */
  record Gather(String cluster) implements RebalanceGoal {
    public Gather {
      QueueLimits.checkName("cluster", cluster, QueueLimits.APPLICATION_BYTES_MAX);
    }

    @Override
    public String toString() {
      return "all to " + cluster;
    }
  }

  /**
   * Clusters have as many bytes as one another.
   *
   * @param percent by which the largest may exceed the smallest, of the mean, 1 to 100
   */
  record BySize(int percent) implements RebalanceGoal {
    public BySize {
      QueueLimits.checkBetween("percent", percent, 1, PERCENT_MAX);
    }

    @Override
    public String toString() {
      return "by size, to " + percent + " %";
    }
  }

  /**
   * Clusters have as much load as one another.
   *
   * @param percent as for {@link BySize}
   * @param loads of the tenants that count, such as items started; of others nothing is known
   */
  record ByLoad(int percent, Map<TenantId, Long> loads) implements RebalanceGoal {
    public ByLoad {
      QueueLimits.checkBetween("percent", percent, 1, PERCENT_MAX);
      loads = Collections.unmodifiableMap(new TreeMap<>(loads));
    }

    @Override
    public String toString() {
      return "by load of " + loads.size() + " tenants, to " + percent + " %";
    }
  }

  /** The greatest percentage. */
  int PERCENT_MAX = 100;
}
