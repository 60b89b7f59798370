package dev.tenure.spring;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clusters of this process.
 *
 * @param clusters at least one, unless the application makes its own {@code Deployment}
 */
@ConfigurationProperties(TenureProperties.PREFIX)
public record TenureProperties(@DefaultValue List<ClusterProperties> clusters) {
  static final String PREFIX = "tenure";
  static final String CLUSTERS = PREFIX + ".clusters";

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public TenureProperties {
    clusters = List.copyOf(clusters);
    Map<String, Integer> names = new HashMap<>();
    Map<String, Integer> urls = new HashMap<>();
    for (int index = 0; index < clusters.size(); index++) {
      ClusterProperties cluster = clusters.get(index);
      cluster.check(at(index));
      refuseRepeated(names, index, "name", cluster.name());
      refuseRepeated(urls, index, "url", String.valueOf(cluster.url()));
    }
  }

  /**
   * One cluster.
   *
   * @param name unique; 1 to 64 bytes
   * @param url {@code embedded:<directory>}, {@code memory:<name>} or {@code fdb:<cluster file>}
   * @param shards top-level queues that new pointers are spread over, 1 to 256
   * @param minInactive how long a zone stays empty before its pointer is collected
   * @param leasing whether visits lease pointers by transactions of their own: never, always, or
   *     adaptive, while they collide often
   * @param transactionTimeout how long a transaction on the cluster may take before it fails as
   *     unavailable; 1 s to 5 min
   */
  public record ClusterProperties(
      @Nullable String name,
      @Nullable String url,
      @DefaultValue("1") int shards,
      @DefaultValue("30s") Duration minInactive,
      @DefaultValue("adaptive") PointerLeasing leasing,
      @DefaultValue("10s") Duration transactionTimeout) {
    private static final Duration MIN_INACTIVE_LEAST = Duration.ofMillis(100);
    private static final Duration MIN_INACTIVE_MOST = Duration.ofDays(1);

    void check(String at) {
      Limits.checkName(at + ".name", present(at, "name", name), QueueLimits.APPLICATION_BYTES_MAX);
      Limits.check(at + ".shards", shards, 1, QueueLimits.SHARDS_MAX);
      Limits.check(at + ".min-inactive", minInactive, MIN_INACTIVE_LEAST, MIN_INACTIVE_MOST);
      Limits.check(
          at + ".transaction-timeout",
          transactionTimeout,
          QueueLimits.TRANSACTION_TIMEOUT_MIN,
          QueueLimits.TRANSACTION_TIMEOUT_MAX);
      try {
        ClusterUrl.parse(present(at, "url", url));
      } catch (IllegalArgumentException e) {
        throw new TenureConfigurationException(at + ".url: " + e.getMessage(), e);
      }
    }

    private static String present(String at, String property, @Nullable String value) {
      if (value == null) {
        throw new TenureConfigurationException(at + "." + property + " is missing");
      }
      return value;
    }
  }

  static String at(int index) {
    return CLUSTERS + "[" + index + "]";
  }

  private static void refuseRepeated(
      Map<String, Integer> seen, int index, String property, @Nullable String value) {
    Integer before = seen.put(String.valueOf(value), index);
    if (before != null) {
      throw new TenureConfigurationException(
          "%s.%s is \"%s\", which is already that of %s; each cluster needs its own"
              .formatted(at(index), property, value, at(before)));
    }
  }
}
