package dev.tenure.consumer.scan;

import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.Served;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Computes this consumer's share of each shard. Live consumers divide the shards of a cluster
 * evenly, in the order of their ids, when they run the same types, can open the stores of the same
 * applications, and are restricted to the same applications. So they seldom collide and seldom read
 * the same entries (docs/decisions/0010). A stuck consumer leaves its share to the others. A
 * consumer that learns late of a change collides more often until then. Thread-safe.
 */
public final class Shares {
  private final String self;
  private final boolean divided;
  private final Map<String, Map<String, Position>> positions = new ConcurrentHashMap<>();

  /** The abilities that consumers which divide a cluster have in common. */
  private record Ability(
      SortedMap<String, Integer> versions,
      Set<String> unreadApplications,
      Optional<Served> served,
      boolean stuck) {}

  /** The position of this consumer among those that divide a cluster. */
  private record Position(int index, int count) {
    private static final Position ALONE = new Position(0, 1);

    /** The index-th of {@code count} equal parts of the shards laid end to end. */
    private ShardShare of(int shard, int shards) {
      double from = Math.max(bound(index, shards) - shard, 0);
      double until = Math.min(bound(index + 1, shards) - shard, 1);
      return from < until ? new ShardShare(from, until) : ShardShare.NONE;
    }

    private double bound(int before, int shards) {
      return (double) before * shards / count;
    }
  }

  /**
   * @param divided whether consumers divide shards; if not, each has all of every shard as its
   *     share
   */
  public Shares(String self, boolean divided) {
    this.self = self;
    this.divided = divided;
  }

  public void live(String cluster, List<ConsumerInfo> consumers) {
    Map<String, Position> known = new HashMap<>();
    consumers.stream()
        .sorted(Comparator.comparing(ConsumerInfo::id))
        .collect(
            Collectors.groupingBy(
                each ->
                    new Ability(
                        each.versions(), each.unreadApplications(), each.served(), each.isStuck())))
        .values()
        .forEach(
            alike -> {
              for (int i = 0; i < alike.size(); i++) {
                known.put(alike.get(i).id(), new Position(i, alike.size()));
              }
            });
    positions.put(cluster, Collections.unmodifiableMap(known));
  }

  /** This consumer's share of the shard; the whole shard while no other consumer is known. */
  ShardShare of(Source source) {
    return of(source.cluster().name(), source.shard(), source.cluster().shards());
  }

  ShardShare of(String cluster, int shard, int shards) {
    return of(self, cluster, shard, shards);
  }

  /**
   * The live consumers of the cluster by the last heartbeat, this one included; empty before the
   * first.
   */
  Set<String> consumers(String cluster) {
    return positions.getOrDefault(cluster, Map.of()).keySet();
  }

  /** Whether a live consumer has a share of the shard. */
  boolean has(String consumer, Source source) {
    QueueCluster cluster = source.cluster();
    return !of(consumer, cluster.name(), source.shard(), cluster.shards()).isNone();
  }

  private ShardShare of(String consumer, String cluster, int shard, int shards) {
    return divided ? positionOf(consumer, cluster).of(shard, shards) : ShardShare.ALL;
  }

  private Position positionOf(String consumer, String cluster) {
    return positions.getOrDefault(cluster, Map.of()).getOrDefault(consumer, Position.ALONE);
  }
}
