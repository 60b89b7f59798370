package dev.tenure.consumer.scan;

import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.PlacementHash;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * The rank of this consumer among the live consumers of a shard. Consumers with a share of the
 * shard rank first; rendezvous hashing orders consumers that are equal in this. All consumers
 * compute the same ranks from the same heartbeats, without exchanging messages, and each ranks
 * first for some shards. Thread-safe.
 */
public final class ConsumerRanks {
  private final String self;
  private final Shares shares;

  public ConsumerRanks(String self, Shares shares) {
    this.self = self;
    this.shares = shares;
  }

  /** The number of live consumers that rank before this one; zero while no other is known. */
  int rank(Source source) {
    String cluster = source.cluster().name();
    return rank(
        shares.consumers(cluster), other -> shares.has(other, source), cluster, source.shard());
  }

  /** The number of live consumers of the cluster, by the last heartbeat. */
  int liveCount(Source source) {
    return shares.consumers(source.cluster().name()).size();
  }

  int rank(Collection<String> consumers, Predicate<String> hasShare, String cluster, int shard) {
    boolean ownShare = hasShare.test(self);
    long own = weight(self, cluster, shard);
    return (int)
        consumers.stream()
            .filter(other -> !other.equals(self))
            .filter(
                other -> {
                  boolean otherShare = hasShare.test(other);
                  return otherShare == ownShare ? weight(other, cluster, shard) > own : otherShare;
                })
            .count();
  }

  private static long weight(String consumer, String cluster, int shard) {
    return PlacementHash.of(cluster + '\0' + shard + '\0' + consumer);
  }
}
