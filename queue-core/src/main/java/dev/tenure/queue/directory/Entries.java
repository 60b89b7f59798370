package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the directory's entries by the global index. The first call starts the client of
 * the index; after a failed start, the next call starts it again. A process can therefore begin
 * while shards are down. Errors of the global index become {@link QueueException}s. Nothing but the
 * start is retried here. Thread-safe.
 */
final class Entries {
  /** The number of attempts of an operation that fails with CONFLICT. */
  static final int ATTEMPTS = 5;

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(200));

  private final Shards shards;
  private final DirectoryOptions options;
  private final RecordDatabase environment;
  private final KeyDefinitions known;
  private final Started<GlobalIndex> index = new Started<>(this::startIndex);
  private final Started<Upkeep> upkeep = new Started<>(this::startUpkeep);

  Entries(Deployment deployment, DirectoryOptions options, DirectoryShards source) {
    List<QueueCluster> carriers =
        options.layout().shards().stream()
            .map(name -> deployment.cluster(name).orElseThrow())
            .toList();
    this.shards =
        Shards.hashed(
            carriers.stream().map(source::data).toList(),
            carriers.stream().map(source::index).toList());
    this.options = options;
    this.environment = deployment.clusters().get(0).database();
    this.known = new KeyDefinitions(options.keys().stream().map(KeyDefinition::alternate).toList());
  }

  private CompletableFuture<GlobalIndex> startIndex() {
    return withKeys(
        () ->
            GlobalIndex.startStored(
                shards,
                known,
                environment.clock(),
                options.millis(),
                environment.executor(),
                options.index()));
  }

  private CompletableFuture<Upkeep> startUpkeep() {
    return withKeys(
        () ->
            Upkeep.startStored(
                shards,
                environment.clock(),
                options.millis(),
                environment.timer(),
                environment.random()));
  }

  /** Stores the kinds of keys of this process where none are stored yet. */
  private <T> CompletableFuture<T> withKeys(Supplier<CompletableFuture<T>> start) {
    return start
        .get()
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof RecordLayerException own
                        && own.code() == RecordLayerException.Code.METADATA_ABSENT
                    ? StoredKeys.create(shards.data().get(0), options.lease(), known)
                        .thenCompose(created -> start.get())
                    : CompletableFuture.failedFuture(error));
  }

  /** Is started by the first call that needs it, and by a later one after a failure. */
  private final class Started<T> {
    private final Supplier<CompletableFuture<T>> start;
    private @Nullable CompletableFuture<T> started;

    Started(Supplier<CompletableFuture<T>> start) {
      this.start = start;
    }

    synchronized CompletableFuture<T> get() {
      CompletableFuture<T> known = started;
      if (known == null || known.isCompletedExceptionally()) {
        known = retrying(ATTEMPTS, start);
        started = known;
      }
      return known;
    }
  }

  /**
   * Repeats a call while it fails with CONFLICT, up to the given number of attempts. The pauses let
   * the cleaning of what failed attempts left end, which would fail the next attempt as well.
   */
  private <T> CompletableFuture<T> retrying(int attempts, Supplier<CompletableFuture<T>> call) {
    return call.get()
        .exceptionallyCompose(
            error ->
                attempts > 1 && isConflict(error)
                    ? environment
                        .delay(
                            BACKOFF.withEqualJitter(ATTEMPTS + 1 - attempts, environment.random()))
                        .thenCompose(waited -> retrying(attempts - 1, call))
                    : CompletableFuture.failedFuture(error));
  }

  /**
   * Repeats an operation while it fails with DIRECTORY_CONFLICT, at most {@value #ATTEMPTS} times.
   * The operation decides by what it reads.
   */
  <T> CompletableFuture<T> repeating(Supplier<CompletableFuture<T>> operation) {
    return retrying(ATTEMPTS, operation);
  }

  private static boolean isConflict(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return (plain instanceof GlobalIndexException own
            && own.reason() == GlobalIndexException.Reason.CONFLICT)
        || (plain instanceof QueueException told && told.code() == Code.DIRECTORY_CONFLICT);
  }

  /** The entry of a tenant. */
  CompletableFuture<Optional<StoredEntry>> find(TenantId tenant) {
    return read(StoredEntry.key(tenant)).thenApply(found -> found.map(StoredEntry::of));
  }

  /** A data record of the directory. */
  CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
    return call(key.value(), index -> index.read(key));
  }

  /** The entry that owns an alternate key. */
  CompletableFuture<Optional<StoredEntry>> find(SecondaryKey key) {
    return call("alternate key " + key, index -> index.read(key))
        .thenApply(found -> found.map(StoredEntry::of));
  }

  CompletableFuture<StoredEntry> insert(
      TenantId tenant, DirectoryEntry value, Set<SecondaryKey> keys) {
    return insert(StoredEntry.key(tenant), StoredEntry.content(value, keys))
        .thenApply(StoredEntry::of);
  }

  /** Inserts a record; fails with DIRECTORY_CONFLICT when a record with the key exists. */
  CompletableFuture<DataRecord> insert(PrimaryKey key, Content content) {
    return call(key.value(), index -> index.create(key, content));
  }

  /** Replaces an entry that is still as it was read; fails with DIRECTORY_CONFLICT otherwise. */
  CompletableFuture<StoredEntry> replace(
      StoredEntry read, DirectoryEntry value, Set<SecondaryKey> keys) {
    return replace(read.record(), StoredEntry.content(value, keys)).thenApply(StoredEntry::of);
  }

  CompletableFuture<DataRecord> replace(DataRecord read, Content content) {
    return call(read.key().value(), index -> index.update(read, content));
  }

  /** Deletes an entry that is still as it was read; fails with DIRECTORY_CONFLICT otherwise. */
  CompletableFuture<Boolean> delete(StoredEntry read) {
    return call(read.record().key().value(), index -> index.delete(read.record()));
  }

  /** The kinds of keys in force. */
  CompletableFuture<KeyDefinitions> kinds() {
    return call("kinds of keys", GlobalIndex::inForce);
  }

  /** Fails with ALTERNATE_KINDS_DIFFER when a key would not be stored now. */
  CompletableFuture<Void> requireStored(Set<SecondaryKey> keys) {
    return keys.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : kinds()
            .thenAccept(
                kinds -> {
                  for (SecondaryKey key : keys) {
                    if (kinds.find(key.name()).filter(Entries::isWritten).isEmpty()) {
                      throw new QueueException(
                          Code.ALTERNATE_KINDS_DIFFER,
                          "the directory does not store alternate keys of kind "
                              + key.name()
                              + ": add the kind first");
                    }
                  }
                });
  }

  private static boolean isWritten(KeyDefinition kind) {
    return kind.state() != KeyDefinition.State.DROPPING;
  }

  private <T> CompletableFuture<T> call(
      String what, Function<GlobalIndex, CompletableFuture<T>> call) {
    return told(what, index.get().thenCompose(call));
  }

  /** A run over all entries, or a command about their keys, which is repeated after a conflict. */
  <T> CompletableFuture<T> upkeep(String what, Function<Upkeep, CompletableFuture<T>> call) {
    return repeating(() -> told(what, upkeep.get().thenCompose(call)));
  }

  /** A call with its error as the queue tells it. */
  private static <T> CompletableFuture<T> told(String what, CompletableFuture<T> call) {
    return call.exceptionallyCompose(error -> CompletableFuture.failedFuture(told(what, error)));
  }

  /**
   * Turns an error of the global index into one of the queue. No message contains the value of an
   * alternate key.
   */
  private static Throwable told(String what, Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    if (plain instanceof GlobalIndexException own) {
      return new QueueException(
          switch (own.reason()) {
            case RECORD_EXISTS, RECORD_ABSENT, CONFLICT -> Code.DIRECTORY_CONFLICT;
            case KEY_TAKEN -> Code.ALTERNATE_KEY_TAKEN;
            case SHARD_DOWN, OUTCOME_UNKNOWN -> Code.DIRECTORY_UNAVAILABLE;
            case KEY_NOT_READABLE -> Code.ALTERNATE_KINDS_DIFFER;
            case KEY_VIOLATED -> Code.ALTERNATE_KEY_VIOLATED;
          },
          "the tenant directory, " + what + ": " + own.getMessage(),
          own);
    }
    if (plain instanceof OldKeysException old) {
      return new QueueException(
          old.retryable() ? Code.DIRECTORY_CONFLICT : Code.ALTERNATE_KINDS_DIFFER,
          "the tenant directory, " + what + ": " + old.getMessage(),
          old);
    }
    return plain instanceof RuntimeException ? plain : new CompletionException(plain);
  }

  /** Whether an operation failed because a shard does not answer. */
  static boolean isUnavailable(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof QueueException told
        && told.code() == Code.DIRECTORY_UNAVAILABLE;
  }
}
