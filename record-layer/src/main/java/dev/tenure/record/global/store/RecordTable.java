package dev.tenure.record.global.store;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The records of one kind in a store, within a transaction. */
record RecordTable<K, R extends Versioned<K>>(RecordForm<K, R> form) {

  CompletableFuture<Optional<R>> read(RecordStore store, K key) {
    return store
        .load(form.type(), form.primaryKey(key))
        .thenApply(found -> found.map(this::decode));
  }

  /**
   * Reads the stored record of a write, and checks the condition. Returns the action that makes the
   * write; empty when the condition does not hold.
   */
  CompletableFuture<Optional<Supplier<CompletableFuture<?>>>> check(
      RecordStore store, ConditionalWrite<K, R> write) {
    return store
        .load(form.type(), form.primaryKey(write.key()), Isolation.SERIALIZABLE)
        .thenApply(
            stored ->
                write.matches(stored.map(this::decode))
                    ? Optional.of(() -> write(store, stored, write.record()))
                    : Optional.empty());
  }

  private CompletableFuture<?> write(
      RecordStore store, Optional<StoredRecord> old, Optional<R> record) {
    if (record.isEmpty()) {
      old.ifPresent(store::delete);
    } else if (old.isEmpty()) {
      return store.save(form.encode(record.get()), SaveMode.ASSUME_NEW);
    } else {
      store.replace(old.get(), form.encode(record.get()));
    }
    return CompletableFuture.completedFuture(null);
  }

  CompletableFuture<List<R>> scan(RecordStore store, @Nullable K after, int most) {
    TupleRange range =
        after == null
            ? TupleRange.all()
            : TupleRange.between(form.primaryKey(after), false, null, true);
    return store
        .scan(form.type(), range, Continuation.START, ScanOptions.defaults().withRowsMax(most))
        .map(this::decode)
        .asList();
  }

  R decode(StoredRecord stored) {
    try {
      return form.decode(stored);
    } catch (IllegalArgumentException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "a record of type " + form.type() + " is no record of a global index: " + e.getMessage(),
          e);
    }
  }
}
