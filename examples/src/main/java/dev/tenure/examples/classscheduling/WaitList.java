package dev.tenure.examples.classscheduling;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.classscheduling.proto.Waiting;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The students who wait for a class, in the order of the commits that added them, in one
 * transaction.
 */
record WaitList(RecordStore store) {

  static WaitList in(TenantTransaction tx) {
    return new WaitList(tx.store());
  }

  CompletableFuture<Void> join(String student, String className) {
    return store
        .save(Waiting.newBuilder().setStudent(student).setClassName(className).build())
        .thenAccept(saved -> {});
  }

  CompletableFuture<Boolean> leave(String student, String className) {
    return store.delete("Waiting", Tuple.from(className, student));
  }

  CompletableFuture<Boolean> holds(String student, String className) {
    return store
        .load("Waiting", Tuple.from(className, student))
        .thenApply(found -> found.isPresent());
  }

  CompletableFuture<Optional<String>> first(String className) {
    return scan(className, ScanOptions.defaults().withRowsMax(1))
        .thenApply(students -> students.stream().findFirst());
  }

  CompletableFuture<List<String>> all(String className) {
    return scan(className, ScanOptions.defaults());
  }

  private CompletableFuture<List<String>> scan(String className, ScanOptions options) {
    TupleRange range = TupleRange.prefix(Tuple.from(className));
    return store
        .scanIndex("by-arrival", range, Continuation.START, options)
        .map(entry -> entry.primaryKey().getString(1))
        .asList();
  }
}
