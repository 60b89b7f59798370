package dev.tenure.consumer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where this consumer stands among those that are live, shard by shard, by rendezvous hashing: all
 * agree without a word, and each is first for some shards. Thread-safe.
 */
final class Ranks {
  private final String self;
  private final Map<String, List<String>> live = new ConcurrentHashMap<>();

  Ranks(String self) {
    this.self = self;
  }

  void live(String cluster, List<String> consumers) {
    live.put(cluster, List.copyOf(consumers));
  }

  /** How many live consumers come before this one; zero while none is known. */
  int rank(Source source) {
    String cluster = source.cluster().name();
    return rank(live.getOrDefault(cluster, List.of()), cluster, source.shard());
  }

  /** How many consumers of the cluster are live, as far as is known. */
  int liveCount(Source source) {
    return live.getOrDefault(source.cluster().name(), List.of()).size();
  }

  int rank(List<String> consumers, String cluster, int shard) {
    long own = weight(self, cluster, shard);
    return (int)
        consumers.stream()
            .filter(other -> !other.equals(self) && weight(other, cluster, shard) > own)
            .count();
  }

  /** FNV-1a over the names, finished as in SplitMix64. */
  private static long weight(String consumer, String cluster, int shard) {
    byte[] bytes = (cluster + '\0' + shard + '\0' + consumer).getBytes(StandardCharsets.UTF_8);
    long hash = 0xcbf29ce484222325L;
    for (byte next : bytes) {
      hash = (hash ^ (next & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }
}
