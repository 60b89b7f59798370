package dev.tenure.examples.sync;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.examples.sync.proto.Task;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.feed.ChangePage;
import dev.tenure.record.feed.SyncToken;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A device's copy of the list, in the device's own database, with the sync token beside it. Both
 * change in one transaction. So the token always matches the copy, also after a crash of the
 * device.
 */
record Device(RecordDatabase database) {
  private static final String TOKEN = "token";
  private static final Subspace COPY = new Subspace(Tuple.from("copy"));

  private <T> T inCopy(Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(
        database.run(
            context ->
                RecordStore.open(context, COPY, TaskSchema.DEVICE, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body)));
  }

  byte[] token() {
    return inCopy(
        store -> {
          ByteString token = store.header().userFields().get(TOKEN);
          byte[] bytes = token == null ? SyncToken.START.toBytes() : token.toByteArray();
          return CompletableFuture.completedFuture(bytes);
        });
  }

  /** Applies a page of changes. */
  int apply(ChangePage page) {
    return inCopy(
        store -> {
          CompletableFuture<Integer> done = CompletableFuture.completedFuture(0);
          for (StoredRecord record : page.records()) {
            done = done.thenCompose(n -> apply(store, record).thenApply(applied -> n + 1));
          }
          store.setUserField(TOKEN, ByteString.copyFrom(page.next().toBytes()));
          return done;
        });
  }

  private static CompletableFuture<?> apply(RecordStore store, StoredRecord record) {
    Task task = record.message(Task.class);
    return task.getDeleted() ? store.delete("Task", Tuple.from(task.getId())) : store.save(task);
  }

  /** Drops the copy and begins anew. */
  void reset() {
    inCopy(
        store -> {
          store.deleteAll();
          store.clearUserField(TOKEN);
          return CompletableFuture.completedFuture(true);
        });
  }

  List<Task> tasks() {
    return inCopy(
        store ->
            store
                .scan("Task", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .map(record -> record.message(Task.class))
                .asList());
  }
}
