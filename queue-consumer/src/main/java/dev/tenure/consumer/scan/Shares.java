package dev.tenure.consumer.scan;

import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What this consumer draws before others': live consumers that run the same types, and can open the
 * stores of the same applications, divide the shards of a cluster evenly among themselves, in the
 * order of their ids, so that they seldom meet and seldom read the same entries
 * (docs/decisions/0010). Who hears of a change later than others only meets them more often.
 * Thread-safe.
 */
public final class Shares {
  private final String self;
  private final boolean divided;
  private final Map<String, Map<String, Position>> positions = new ConcurrentHashMap<>();

  /** What those that divide a cluster have in common. */
  private record Ability(SortedMap<String, Integer> versions, Set<String> unreadApplications) {}

  /** Among those that divide a cluster. */
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
   * @param divided whether to divide at all; if not, everything is everybody's
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
            Collectors.groupingBy(each -> new Ability(each.versions(), each.unreadApplications())))
        .values()
        .forEach(
            alike -> {
              for (int i = 0; i < alike.size(); i++) {
                known.put(alike.get(i).id(), new Position(i, alike.size()));
              }
            });
    positions.put(cluster, Collections.unmodifiableMap(known));
  }

  /** All, while this consumer is not known to be one of several. */
  ShardShare of(Source source) {
    return of(source.cluster().name(), source.shard(), source.cluster().shards());
  }

  ShardShare of(String cluster, int shard, int shards) {
    return of(self, cluster, shard, shards);
  }

  /** Those that are live, as far as is known, this one included; empty before it is heard. */
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
