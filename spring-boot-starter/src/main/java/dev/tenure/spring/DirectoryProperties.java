package dev.tenure.spring;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.Placement;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.store.RecordShardOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the tenant directory. All processes of a deployment need the same shards, and
 * must know all kinds of keys that the directory stores.
 *
 * @param shards the names of the clusters that carry the directory's shards, in an order that never
 *     changes; empty for no directory
 * @param keys the kinds of alternate keys, such as {@code email}
 * @param placement the rule that chooses the cluster of a new tenant
 * @param pinnedBy the attribute of a tenant whose value selects its cluster by {@code pinned}; the
 *     placement applies to tenants without it
 * @param pinned for each value of that attribute, the name of the cluster
 * @param routesMax the number of tenants whose clusters a process caches, 1 to 10,000,000. A larger
 *     value takes more memory. Raise it when a process serves more tenants at a time, since each
 *     tenant that is not cached costs a read of the directory
 * @param timeout the longest time of a call of a shard, 100 ms to 1 min. With a larger value, calls
 *     wait longer for a shard that is down
 * @param writesWhileDown whether tenants can get an alternate key while its index shard is down.
 *     Two tenants may then own one key, until a person decides. Set it where refusing a sign-up is
 *     worse
 * @param adopt what happens at the start when the stored list of clusters does not name the
 *     directory yet. If true, the process adds the directory to the list, and the deployment adopts
 *     it. If false, the process does not start
 */
@ConfigurationProperties(DirectoryProperties.PREFIX)
public record DirectoryProperties(
    @DefaultValue List<String> shards,
    @DefaultValue List<String> keys,
    @DefaultValue("rendezvous") PlacementKind placement,
    @DefaultValue("") String pinnedBy,
    @DefaultValue Map<String, String> pinned,
    @DefaultValue("100000") int routesMax,
    @DefaultValue("5s") Duration timeout,
    @DefaultValue("false") boolean writesWhileDown,
    @DefaultValue("false") boolean adopt) {
  public static final String PREFIX = "tenure.directory";
  public static final String SHARDS = PREFIX + ".shards";

  /** The ways to choose the cluster of a new tenant. */
  public enum PlacementKind {
    /** The cluster is chosen by a hash of tenant and cluster. */
    RENDEZVOUS,
    /** The cluster that has the fewest tenants. */
    FEWEST_TENANTS
  }

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public DirectoryProperties {
    shards = List.copyOf(shards);
    keys = List.copyOf(keys);
    pinned = Map.copyOf(pinned);
    Limits.check(PREFIX + ".routes-max", routesMax, 1, 10_000_000);
    Limits.check(PREFIX + ".timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(1));
    checkNames(SHARDS, shards);
    checkNames(PREFIX + ".keys", keys);
    if (pinnedBy.isEmpty() != pinned.isEmpty()) {
      throw new TenureConfigurationException(
          PREFIX
              + ".pinned-by is \""
              + pinnedBy
              + "\" and "
              + PREFIX
              + ".pinned has "
              + pinned.size()
              + " values; set both or neither");
    }
    boolean others = !keys.isEmpty() || !pinned.isEmpty() || adopt || writesWhileDown;
    if (shards.isEmpty() && others) {
      throw new TenureConfigurationException(
          SHARDS
              + " is empty, so that there is no directory, and keys, pinned, adopt or"
              + " writes-while-down of "
              + PREFIX
              + " are set; name the shards, or remove these");
    }
  }

  private static void checkNames(String property, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      Limits.checkName(property, name, QueueLimits.APPLICATION_BYTES_MAX);
      if (!seen.add(name)) {
        throw new TenureConfigurationException(
            property + " has \"" + name + "\" twice, each may be there once");
      }
    }
  }

  /**
   * Refuses tenants that are pinned to clusters which are none.
   *
   * @throws TenureConfigurationException naming the property, its value and the clusters
   */
  public void requireClusters(Set<String> clusters) {
    for (Map.Entry<String, String> pin : new TreeMap<>(pinned).entrySet()) {
      if (!clusters.contains(pin.getValue())) {
        throw new TenureConfigurationException(
            "%s.pinned.%s is \"%s\", it must be one of the clusters %s"
                .formatted(PREFIX, pin.getKey(), pin.getValue(), new TreeSet<>(clusters)));
      }
    }
  }

  /** The options of the directory. Called only when shards are set. */
  public DirectoryOptions options() {
    Placement unpinned =
        switch (placement) {
          case RENDEZVOUS -> Placement.rendezvous();
          case FEWEST_TENANTS -> Placement.fewestTenants();
        };
    return DirectoryOptions.on(shards)
        .withKeys(keys)
        .withRoutesMax(routesMax)
        .withIndex(GlobalIndexOptions.defaults().withWritesWhileDown(writesWhileDown))
        .withPlacement(
            pinnedBy.isEmpty() ? unpinned : Placement.pinned(pinnedBy, pinned, unpinned));
  }

  /** The options of the shards. */
  public RecordShardOptions shardOptions() {
    return RecordShardOptions.defaults().withTimeout(timeout);
  }
}
