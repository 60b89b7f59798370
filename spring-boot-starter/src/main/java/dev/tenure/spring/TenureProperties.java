package dev.tenure.spring;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clusters of this process.
 *
 * @param clusters the clusters by name, such as {@code tenure.clusters.west.url}; at least one,
 *     unless the application makes its own {@code Deployment}. They may also be a list, such as
 *     {@code tenure.clusters[0].name}
 */
@ConfigurationProperties(TenureProperties.PREFIX)
public record TenureProperties(@DefaultValue Map<String, ClusterProperties> clusters) {
  public static final String PREFIX = "tenure";
  public static final String CLUSTERS = PREFIX + ".clusters";
  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public TenureProperties {
    Map<String, ClusterProperties> given = withoutShadows(clusters);
    Map<String, ClusterProperties> named = new LinkedHashMap<>();
    Map<String, String> names = new HashMap<>();
    Map<String, String> urls = new HashMap<>();
    for (String key : ordered(given)) {
      ClusterProperties cluster = Objects.requireNonNull(given.get(key)).withDefaultName(key);
      refuseHalfOfAList(key, cluster, given);
      cluster.check(at(key));
      refuseRepeated(names, key, "name", cluster.name());
      refuseRepeated(urls, key, "url", cluster.place());
      named.put(String.valueOf(cluster.name()), cluster);
    }
    clusters = Collections.unmodifiableMap(named);
  }

  /** Makes the properties of a program without Spring. */
  public static TenureProperties of(ClusterProperties... clusters) {
    return of(Arrays.asList(clusters));
  }

  /** As {@link #of(ClusterProperties...)}. */
  public static TenureProperties of(List<ClusterProperties> clusters) {
    Map<String, ClusterProperties> listed = new LinkedHashMap<>();
    clusters.forEach(cluster -> listed.put(String.valueOf(listed.size()), cluster));
    return new TenureProperties(listed);
  }

  /**
   * The properties of one cluster.
   *
   * @param name the unique name, 1 to 64 bytes; by default the key of the cluster. Set it if the
   *     name has characters that a key cannot have
   * @param url the location: {@code embedded:<directory>}, {@code memory:<name>} or {@code
   *     fdb:<cluster file>}
   * @param root a name, 1 to 64 bytes, for the part of the database in which the cluster lies, so
   *     that several deployments can use one FoundationDB cluster. By default it has no name. All
   *     processes of a deployment need the same; another root is another, empty cluster
   * @param shards the number of top-level queues over which new pointers are spread, 1 to 256. An
   *     idle consumer watches and polls each shard. Raise it to the number of consumers when the
   *     backlog is never empty, and restart consumers before producers
   * @param minInactive the time for which a zone must be empty before its pointer is collected, 100
   *     ms to 1 d. With a shorter time, the next enqueue more often has to make a new pointer
   * @param leasing whether visits lease pointers in separate transactions: never, always, or
   *     adaptive, which means while visits collide often
   * @param transactionTimeout the time after which a transaction on the cluster fails with
   *     CLUSTER_UNAVAILABLE, 1 s to 5 min. With a longer time, callers wait longer for a cluster
   *     that does not answer
   * @param required whether the application waits for this cluster at its start. If no cluster is
   *     required, the application starts as soon as one cluster answers, and opens the others later
   * @param visitLeases whether leases of visits are on in a cluster that this process makes. It
   *     changes nothing in a cluster that exists. Make it false if processes of a release before
   *     0.2 will run on the new cluster
   */
  public record ClusterProperties(
      @Nullable String name,
      @Nullable String url,
      @Nullable String root,
      @DefaultValue("1") int shards,
      @DefaultValue("30s") Duration minInactive,
      @DefaultValue("adaptive") PointerLeasing leasing,
      @DefaultValue("10s") Duration transactionTimeout,
      @DefaultValue("false") boolean required,
      @DefaultValue("true") boolean visitLeases) {
    private static final Duration MIN_INACTIVE_LEAST = Duration.ofMillis(100);
    private static final Duration MIN_INACTIVE_MOST = Duration.ofDays(1);

    /** The properties of a cluster with a name and a URL, and defaults for the others. */
    public static ClusterProperties of(String name, String url) {
      return new ClusterProperties(
          name,
          url,
          null,
          1,
          Duration.ofSeconds(30),
          PointerLeasing.ADAPTIVE,
          Duration.ofSeconds(10),
          false,
          true);
    }

    /** A key that is an index names nothing. */
    private ClusterProperties withDefaultName(String key) {
      return name != null || isIndex(key)
          ? this
          : new ClusterProperties(
              key,
              url,
              root,
              shards,
              minInactive,
              leasing,
              transactionTimeout,
              required,
              visitLeases);
    }

    private void check(String at) {
      Limits.checkName(at + ".name", present(at, "name", name), QueueLimits.APPLICATION_BYTES_MAX);
      if (root != null) {
        Limits.checkName(at + ".root", root, QueueLimits.APPLICATION_BYTES_MAX);
      }
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

    private @Nullable String place() {
      return root == null ? url : url + ", root " + root;
    }

    private static String present(String at, String property, @Nullable String value) {
      if (value == null) {
        throw new TenureConfigurationException(at + "." + property + " is missing");
      }
      return value;
    }
  }

  /** The property of a cluster: {@code tenure.clusters.west}, or {@code tenure.clusters[0]}. */
  private static String at(String key) {
    return isIndex(key) ? CLUSTERS + "[" + key + "]" : CLUSTERS + "." + key;
  }

  private static boolean isIndex(String key) {
    return INDEX.matcher(key).matches();
  }

  /** A list in its order, whatever the order of its source; then the others as they came. */
  private static List<String> ordered(Map<String, ClusterProperties> given) {
    return given.keySet().stream()
        .sorted(
            Comparator.comparing(key -> isIndex(key) ? Integer.parseInt(key) : Integer.MAX_VALUE))
        .toList();
  }

  /**
   * An environment variable has no dashes: {@code TENURE_CLUSTERS_CLUSTERA_SHARDS} sets a property
   * of {@code cluster-a}, and seems to name another cluster, <em>clustera</em>, besides.
   */
  private static Map<String, ClusterProperties> withoutShadows(
      Map<String, ClusterProperties> clusters) {
    Map<String, Long> spellings =
        clusters.keySet().stream()
            .collect(Collectors.groupingBy(TenureProperties::uniform, Collectors.counting()));
    Map<String, ClusterProperties> left = new LinkedHashMap<>(clusters);
    left.keySet().removeIf(key -> key.equals(uniform(key)) && spellings.getOrDefault(key, 0L) > 1);
    return left;
  }

  private static String uniform(String key) {
    return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Properties by name beside a list that has the cluster cannot be told to be meant for it. */
  private static void refuseHalfOfAList(
      String key, ClusterProperties cluster, Map<String, ClusterProperties> given) {
    if (cluster.url() != null || isIndex(key)) {
      return;
    }
    given.forEach(
        (index, listed) -> {
          if (isIndex(index) && key.equals(listed.name())) {
            throw new TenureConfigurationException(
                "%s.url is missing: cluster %s is written as %s, an element of a list; write %s.url"
                        .formatted(at(key), key, at(index), at(key))
                    + " and the other properties by the name, or set those of "
                    + at(index));
          }
        });
  }

  private static void refuseRepeated(
      Map<String, String> seen, String key, String property, @Nullable String value) {
    String before = seen.put(String.valueOf(value), key);
    if (before != null) {
      throw new TenureConfigurationException(
          "%s.%s is \"%s\", which is already that of %s; each cluster needs its own"
              .formatted(at(key), property, value, at(before)));
    }
  }
}
