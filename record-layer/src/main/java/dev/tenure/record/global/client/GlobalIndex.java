package dev.tenure.record.global.client;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Deleter;
import dev.tenure.record.global.protocol.Lookup;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Records by primary key and by secondary keys over sharded stores. Every operation on one record
 * is linearizable; an alternate key has at most one owner; a freed key can be owned at once.
 * Nothing is retried: an operation that failed with {@link GlobalIndexException} had no effect,
 * unless its reason is OUTCOME_UNKNOWN. Safe for use by many threads; needs no closing.
 */
public final class GlobalIndex {
  private final KeyDefinitions definitions;
  private final Generations generations;
  private final GarbageCleaning cleaning;
  private final Writer writer;
  private final Lookup lookup;
  private final Deleter deleter;

  private GlobalIndex(
      Shards shards,
      KeyDefinitions definitions,
      Generations generations,
      InstantSource clock,
      Executor executor,
      GlobalIndexOptions options) {
    Steps steps = new Steps(shards, new IndexShardHealth(clock, options.downFor()));
    this.definitions = definitions;
    this.generations = generations;
    this.cleaning = new GarbageCleaning(new Cleaner(steps), executor, options);
    this.writer = new Writer(steps, definitions, options.writesWhileDown(), cleaning::suspect);
    this.lookup = new Lookup(steps, definitions, cleaning::suspect);
    this.deleter = new Deleter(steps, definitions, cleaning::suspect);
  }

  /**
   * Starts a client: draws its id from the first data shard.
   *
   * @param clock for timestamps and for shards that are down; it may go back
   * @param executor begins the cleaning of suspects
   * @return fails with CONFLICT when another client starts at the same time, or with SHARD_DOWN
   */
  public static CompletableFuture<GlobalIndex> start(
      Shards shards,
      KeyDefinitions definitions,
      InstantSource clock,
      Executor executor,
      GlobalIndexOptions options) {
    return Generations.draw(shards.data().get(0), clock, options.ceilingStep())
        .thenApply(
            generations ->
                new GlobalIndex(shards, definitions, generations, clock, executor, options));
  }

  /**
   * Creates a record.
   *
   * @throws IllegalArgumentException when a key's name is not defined
   * @return fails with RECORD_EXISTS, KEY_TAKEN, CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<DataRecord> create(PrimaryKey pk, Content content) {
    requireOwn(pk);
    content.keys().forEach(definitions::require);
    return generations.next().thenCompose(generation -> writer.create(pk, content, generation));
  }

  /** The record with a primary key. */
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey pk) {
    requireOwn(pk);
    return lookup.read(pk);
  }

  /**
   * The record that owns an alternate key.
   *
   * @return fails with SHARD_DOWN, KEY_NOT_READABLE or KEY_VIOLATED
   */
  public CompletableFuture<Optional<DataRecord>> read(SecondaryKey ak) {
    return lookup.read(ak);
  }

  /** The records that own a secondary key, as {@link Lookup#readAll}. */
  public CompletableFuture<List<DataRecord>> readAll(SecondaryKey key) {
    return lookup.readAll(key);
  }

  /**
   * Updates a record.
   *
   * @param change gives the new content of what is stored
   * @return fails with RECORD_ABSENT, KEY_TAKEN, CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<DataRecord> update(PrimaryKey pk, Function<DataRecord, Content> change) {
    requireOwn(pk);
    return writer.update(pk, change);
  }

  /** As {@link #update(PrimaryKey, Function)}, for the record that owns an alternate key. */
  public CompletableFuture<DataRecord> update(
      SecondaryKey ak, Function<DataRecord, Content> change) {
    return lookup
        .read(ak)
        .thenCompose(
            read -> {
              DataRecord pdr =
                  read.orElseThrow(
                      () ->
                          new GlobalIndexException(
                              Reason.RECORD_ABSENT, "no record owns the alternate key " + ak));
              return writer.update(pdr, change.apply(pdr));
            });
  }

  /**
   * Deletes a record; its index records are cleaned later.
   *
   * @return whether there was one; fails with CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<Boolean> delete(PrimaryKey pk) {
    requireOwn(pk);
    return lookup.read(pk).thenCompose(deleter::delete);
  }

  /**
   * As {@link #delete(PrimaryKey)}, for a record that the caller has read: a record that was
   * changed or created anew since then stays, and the delete fails with CONFLICT.
   */
  public CompletableFuture<Boolean> delete(DataRecord read) {
    requireOwn(read.key());
    return deleter.delete(Optional.of(read));
  }

  /** As {@link #delete(PrimaryKey)}, for the record that owns an alternate key. */
  public CompletableFuture<Boolean> delete(SecondaryKey ak) {
    return lookup.read(ak).thenCompose(deleter::delete);
  }

  /**
   * Updates a record without a change: keys that were written while their index shard was down get
   * their index records (the paper's repair, section 3.2).
   *
   * @return fails with KEY_TAKEN when another record owns one of these keys; a person then decides
   *     which record keeps it, and updates the other one
   */
  public CompletableFuture<DataRecord> repair(PrimaryKey pk) {
    return update(pk, Content::of);
  }

  /** The cleaning of garbage in the background. */
  public GarbageCleaning cleaning() {
    return cleaning;
  }

  /** The secondary keys of the records. */
  public KeyDefinitions definitions() {
    return definitions;
  }

  private static void requireOwn(PrimaryKey pk) {
    if (pk.isReserved()) {
      throw new IllegalArgumentException("the primary key begins with a reserved character");
    }
  }
}
