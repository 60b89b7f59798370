package dev.tenure.consumer.scan;

import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.cluster.PlacementHash;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Where this consumer stands among those that are live, shard by shard: those with a share of the
 * shard come first, and among equals it is decided by rendezvous hashing. All agree without a word,
 * and each is first for some shards. Thread-safe.
 */
public final class ConsumerRanks {
  private final String self;
  private final Shares shares;

  public ConsumerRanks(String self, Shares shares) {
    this.self = self;
    this.shares = shares;
  }

  /** How many live consumers come before this one; zero while none is known. */
  int rank(Source source) {
    String cluster = source.cluster().name();
    return rank(
        shares.consumers(cluster), other -> shares.has(other, source), cluster, source.shard());
  }

  /** How many consumers of the cluster are live, as far as is known. */
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
