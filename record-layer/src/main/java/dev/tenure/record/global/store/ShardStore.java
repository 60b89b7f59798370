package dev.tenure.record.global.store;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The record store of a shard, and calls on it. The first write creates the store. */
record ShardStore(RecordDatabase database, KeySpacePath path, RecordShardOptions options) {

  /**
   * Reads in one transaction.
   *
   * @param absent the result while the store does not exist
   */
  <T> CompletableFuture<T> read(
      String doing, T absent, Function<RecordStore, CompletableFuture<T>> body) {
    return call(
        doing,
        context ->
            path.findSubspace(context)
                .thenCompose(
                    found ->
                        found.isEmpty()
                            ? CompletableFuture.completedFuture(absent)
                            : RecordStore.open(
                                    context, options(found.get()).withMode(OpenMode.OPEN))
                                .thenCompose(body)
                                .exceptionallyCompose(error -> ifAbsent(error, absent))));
  }

  private static <T> CompletableFuture<T> ifAbsent(Throwable error, T absent) {
    return FdbErrorPredicates.unwrap(error) instanceof RecordLayerException own
            && own.code() == RecordLayerException.Code.STORE_ABSENT
        ? CompletableFuture.completedFuture(absent)
        : CompletableFuture.failedFuture(error);
  }

  private <T> CompletableFuture<T> call(
      String doing, Function<RecordContext, CompletableFuture<T>> body) {
    return new ShardCall<>(database, path.toString(), options.timeout(), doing, body).start();
  }

  /** A condition of a write, which one transaction checks before it makes the write. */
  interface Condition {
    /**
     * Checks the condition. Returns the action that makes the write; empty when the condition does
     * not hold.
     */
    CompletableFuture<Optional<Supplier<CompletableFuture<?>>>> check(RecordContext context);
  }

  <K, R extends Versioned<K>> Condition condition(
      RecordTable<K, R> table, ConditionalWrite<K, R> write) {
    return context -> open(context).thenCompose(store -> table.check(store, write));
  }

  /** Makes all writes in one transaction, or none. Returns whether all conditions held. */
  CompletableFuture<Boolean> write(String doing, List<Condition> conditions) {
    return call(
        doing,
        context ->
            AsyncLoop.all(conditions.stream().map(each -> each.check(context)).toList())
                .thenCompose(
                    writes ->
                        writes.stream().allMatch(Optional::isPresent)
                            ? AsyncLoop.forEach(writes, write -> write.orElseThrow().get())
                                .thenApply(made -> true)
                            : CompletableFuture.completedFuture(false)));
  }

  private CompletableFuture<RecordStore> open(RecordContext context) {
    return path.toSubspace(context)
        .thenCompose(subspace -> RecordStore.open(context, options(subspace)));
  }

  private StoreOptions options(Subspace subspace) {
    return StoreOptions.of(subspace, RecordForms.META_DATA).withSerializer(options.serializer());
  }

  /** Whether one transaction can have writes of both stores. */
  boolean shares(ShardStore other) {
    return database.database() == other.database.database();
  }
}
