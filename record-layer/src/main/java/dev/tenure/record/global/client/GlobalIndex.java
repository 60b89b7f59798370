package dev.tenure.record.global.client;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Lookup;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.SharedPage;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.settings.KeysLease;
import dev.tenure.record.global.settings.StoredKeys;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;

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
  private final Sessions sessions;

  private GlobalIndex(
      KeyDefinitions definitions,
      Generations generations,
      GarbageCleaning cleaning,
      Sessions sessions) {
    this.definitions = definitions;
    this.generations = generations;
    this.cleaning = cleaning;
    this.sessions = sessions;
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
    DataShard home = shards.data().get(0);
    return StoredKeys.read(home)
        .thenCompose(
            stored -> {
              if (stored.isPresent()) {
                throw new IllegalStateException(
                    "these shards have stored keys, version "
                        + stored.get().version()
                        + "; start a client with startStored");
              }
              return Generations.draw(home, clock, options.ceilingStep());
            })
        .thenApply(
            generations -> {
              ShardHealth health = new IndexShardHealth(clock, options.downFor());
              Cleaner cleaner = new Cleaner(new Steps(shards, health));
              GarbageCleaning cleaning = new GarbageCleaning(cleaner::clean, executor, options);
              ProtocolSession only =
                  ProtocolSession.of(shards, health, definitions, options, cleaning::suspect, null);
              return new GlobalIndex(definitions, generations, cleaning, Sessions.only(only));
            });
  }

  /**
   * Starts a client that uses the stored definitions, so that keys may be added and dropped while
   * it runs.
   *
   * @param known the keys that the application gives its records. A key that is not stored yet is
   *     left out of what is written. When a stored key is not among them, writes fail with {@link
   *     dev.tenure.record.global.settings.OldKeysException}
   * @param millis a monotonic clock for the lease of the definitions, as {@link KeysLease#start}
   * @return fails as {@link #start}, or with METADATA_ABSENT when no definitions are stored
   */
  public static CompletableFuture<GlobalIndex> startStored(
      Shards shards,
      KeyDefinitions known,
      InstantSource clock,
      LongSupplier millis,
      Executor executor,
      GlobalIndexOptions options) {
    return KeysLease.start(shards, millis)
        .thenCompose(
            lease ->
                Generations.draw(shards.data().get(0), clock, options.ceilingStep())
                    .thenApply(
                        generations -> {
                          ShardHealth health = new IndexShardHealth(clock, options.downFor());
                          GarbageCleaning cleaning =
                              new GarbageCleaning(
                                  key -> clean(lease, health, key), executor, options);
                          Sessions sessions =
                              Sessions.leased(
                                  lease,
                                  keys ->
                                      ProtocolSession.of(
                                          keys.shards(),
                                          health,
                                          keys.keys().definitions(),
                                          options,
                                          cleaning::suspect,
                                          keys));
                          return new GlobalIndex(known, generations, cleaning, sessions);
                        }));
  }

  private static CompletableFuture<Cleaner.Outcome> clean(
      KeysLease lease, ShardHealth health, IndexKey key) {
    return lease
        .current()
        .thenCompose(keys -> new Cleaner(new Steps(keys.shards(), health)).clean(key));
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
    return run(
        session ->
            generations
                .next()
                .thenCompose(
                    generation ->
                        session
                            .writer()
                            .create(pk, session.owned(definitions, content), generation)));
  }

  /** The record with a primary key. */
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey pk) {
    requireOwn(pk);
    return run(session -> session.lookup().read(pk));
  }

  /**
   * The record that owns an alternate key.
   *
   * @return fails with SHARD_DOWN, KEY_NOT_READABLE or KEY_VIOLATED
   */
  public CompletableFuture<Optional<DataRecord>> read(SecondaryKey ak) {
    return run(session -> session.fresh(session.lookup().read(ak)));
  }

  /** The records that own a secondary key, as {@link Lookup#readAll}. */
  public CompletableFuture<List<DataRecord>> readAll(SecondaryKey key) {
    return run(session -> session.fresh(session.lookup().readAll(key)));
  }

  /** A page of the records that own a shared key, as {@link Lookup#readPage}. */
  public CompletableFuture<SharedPage> readPage(
      SecondaryKey key, Optional<PrimaryKey> after, int most) {
    return run(session -> session.fresh(session.lookup().readPage(key, after, most)));
  }

  /**
   * Updates a record.
   *
   * @param change gives the new content from the stored record
   * @return fails with RECORD_ABSENT, KEY_TAKEN, CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<DataRecord> update(PrimaryKey pk, Function<DataRecord, Content> change) {
    requireOwn(pk);
    return run(session -> session.writer().update(pk, owned(session, change)));
  }

  /**
   * As {@link #update(PrimaryKey, Function)}, for a record that the caller has read, which is not
   * read again: when it was changed or deleted since then, the update fails with CONFLICT.
   */
  public CompletableFuture<DataRecord> update(DataRecord read, Content content) {
    requireOwn(read.key());
    return run(session -> session.writer().update(read, session.owned(definitions, content)));
  }

  /** As {@link #update(PrimaryKey, Function)}, for the record that owns an alternate key. */
  public CompletableFuture<DataRecord> update(
      SecondaryKey ak, Function<DataRecord, Content> change) {
    return run(
        session ->
            session
                .fresh(session.lookup().read(ak))
                .thenCompose(
                    read -> {
                      DataRecord pdr =
                          read.orElseThrow(
                              () ->
                                  new GlobalIndexException(
                                      Reason.RECORD_ABSENT,
                                      "no record owns the alternate key " + ak));
                      return session.writer().update(pdr, owned(session, change).apply(pdr));
                    }));
  }

  /**
   * Deletes a record; its index records are cleaned later.
   *
   * @return whether there was one; fails with CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<Boolean> delete(PrimaryKey pk) {
    requireOwn(pk);
    return run(session -> session.lookup().read(pk).thenCompose(session.deleter()::delete));
  }

  /**
   * As {@link #delete(PrimaryKey)}, for a record that the caller has read: a record that was
   * changed or created anew since then stays, and the delete fails with CONFLICT.
   */
  public CompletableFuture<Boolean> delete(DataRecord read) {
    requireOwn(read.key());
    return run(session -> session.deleter().delete(Optional.of(read)));
  }

  /** As {@link #delete(PrimaryKey)}, for the record that owns an alternate key. */
  public CompletableFuture<Boolean> delete(SecondaryKey ak) {
    return run(
        session -> session.fresh(session.lookup().read(ak)).thenCompose(session.deleter()::delete));
  }

  /**
   * Updates a record without a change: keys that were written while their index shard was down get
   * their index records (Uniqorn, section 3.2).
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

  /** The definitions that are in force: those that are stored, or else the client's own. */
  public CompletableFuture<KeyDefinitions> inForce() {
    return run(
        session ->
            CompletableFuture.completedFuture(
                session.keys() == null ? definitions : session.keys().keys().definitions()));
  }

  /** The secondary keys that the application gives its records. */
  public KeyDefinitions definitions() {
    return definitions;
  }

  private Function<DataRecord, Content> owned(
      ProtocolSession session, Function<DataRecord, Content> change) {
    return pdr -> session.owned(definitions, change.apply(pdr));
  }

  private <T> CompletableFuture<T> run(Function<ProtocolSession, CompletableFuture<T>> operation) {
    return sessions.run(operation);
  }

  private static void requireOwn(PrimaryKey pk) {
    if (pk.isReserved()) {
      throw new IllegalArgumentException("the primary key begins with a reserved character");
    }
  }
}
