package dev.tenure.queue.pointer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Which shards new pointers are put into: those of their application, where it has shards of its
 * own (paper section 7), otherwise the common ones. Immutable.
 */
final class ShardPlan {
  private final Map<String, List<Integer>> owned;
  private final List<Integer> common;

  /**
   * @param shards the number of common shards, as the process was told
   * @param owned the shards of each application that has some
   */
  ShardPlan(int shards, Map<String, List<Integer>> owned) {
    this.owned = new TreeMap<>(owned);
    List<Integer> told = IntStream.range(0, shards).boxed().toList();
    List<Integer> free = told.stream().filter(shard -> owner(shard).isEmpty()).toList();
    this.common = free.isEmpty() ? told : free;
  }

  int shard(String application, int hash) {
    List<Integer> among = owned.getOrDefault(application, common);
    return among.get(hash % among.size());
  }

  /** The application whose shard that is; empty for a common shard. */
  Optional<String> owner(int shard) {
    return owned.entrySet().stream()
        .filter(each -> each.getValue().contains(shard))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
