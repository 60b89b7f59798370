package dev.tenure.queue.pointer;

import java.util.HashMap;
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
  private final Map<Integer, String> owners = new HashMap<>();
  private final List<Integer> common;

  /**
   * @param shards the number of common shards, as the process was told
   * @param owned the shards of each application that has some
   */
  ShardPlan(int shards, Map<String, List<Integer>> owned) {
    this.owned = new TreeMap<>(owned);
    this.owned.forEach(
        (application, all) -> all.forEach(shard -> owners.putIfAbsent(shard, application)));
    List<Integer> told = IntStream.range(0, shards).boxed().toList();
    List<Integer> free = told.stream().filter(shard -> !owners.containsKey(shard)).toList();
    this.common = free.isEmpty() ? told : free;
  }

  int shard(String application, int hash) {
    List<Integer> among = owned.getOrDefault(application, common);
    return among.get(hash % among.size());
  }

  /** The application whose shard that is; empty for a common shard. */
  Optional<String> owner(int shard) {
    return Optional.ofNullable(owners.get(shard));
  }
}
