package dev.tenure.record.global.upkeep;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;
import dev.tenure.record.global.slot.SlotShards;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The protocol for one state of shards and keys.
 *
 * @param layout names this state; the position of a walk that began in another state is refused
 * @param placed the shards by slots; empty while records cannot move between shards
 */
public record Protocol(
    String layout,
    Shards shards,
    KeyDefinitions definitions,
    Steps steps,
    Writer writer,
    Cleaner cleaner,
    Optional<SlotShards> placed) {

  /** The protocol whose writer never writes a key while its index shard is down. */
  static Protocol of(
      String layout, Shards shards, KeyDefinitions definitions, Optional<SlotShards> placed) {
    Steps steps = new Steps(shards, ShardHealth.unknown());
    return new Protocol(
        layout,
        shards,
        definitions,
        steps,
        new Writer(steps, definitions, false, suspect -> {}),
        new Cleaner(steps),
        placed);
  }

  /**
   * Phases 1 and 3 of an update that adds no key. Marks of keys that stay are kept.
   *
   * @param keys the keys that the record keeps
   * @return fails with CONFLICT when the record has changed since it was read
   */
  public CompletableFuture<Void> keep(DataRecord pdr, Set<SecondaryKey> keys) {
    Set<SecondaryKey> unindexed = new TreeSet<>(pdr.unindexed());
    unindexed.retainAll(keys);
    DataRecord dr = new DataRecord(pdr.key(), pdr.version().next(), keys, unindexed, pdr.value());
    return Upkeep.written(shards.dataOf(pdr.key()), ConditionalWrite.replace(pdr.version(), dr));
  }
}
