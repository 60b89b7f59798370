package dev.tenure.examples.sync;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.sync.proto.Task;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.feed.ChangePage;
import dev.tenure.record.feed.SyncToken;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.keyspace.NameInterner;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The list of one user on one cluster, as long as it lies there. */
record TaskService(RecordDatabase database, KeySpacePath user) {
  private static final int PAGE = 5;

  static TaskService on(RecordDatabase database) {
    KeySpace space =
        KeySpace.of(
            new Subspace(Tuple.from("data")),
            new NameInterner(new Subspace(Tuple.from("names"))),
            KeySpaceDirectory.any("user", DirectoryType.NAME));
    return new TaskService(database, space.path("user", "ann"));
  }

  <T> CompletableFuture<T> inList(OpenMode mode, Function<RecordStore, CompletableFuture<T>> body) {
    return database.run(
        context ->
            user.toSubspace(context)
                .thenCompose(
                    subspace -> RecordStore.open(context, subspace, TaskSchema.SERVICE, mode))
                .thenCompose(body));
  }

  <T> T join(OpenMode mode, Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(inList(mode, body));
  }

  void create() {
    var unused = join(OpenMode.CREATE, store -> CompletableFuture.completedFuture(store.header()));
  }

  /** Edits or deletes tasks in one transaction, some of them more than once. */
  CompletableFuture<Integer> edit(List<Edit> edits) {
    return inList(
        OpenMode.OPEN,
        store -> {
          CompletableFuture<Integer> done = CompletableFuture.completedFuture(0);
          for (Edit edit : edits) {
            done = done.thenCompose(count -> edit.in(store).thenApply(saved -> count + 1));
          }
          return done;
        });
  }

  /** The next changes after a device's token. */
  ChangePage changes(byte[] token) {
    SyncToken since = SyncToken.fromBytes(token);
    return join(OpenMode.OPEN, store -> TaskSchema.CHANGES.changes(store, since, PAGE));
  }

  /** The token of a device that has all changes. */
  SyncToken latest() {
    return join(OpenMode.OPEN, TaskSchema.CHANGES::latest);
  }

  /**
   * Forgets all deletions: devices that have not heard of the last one must begin anew. The marks
   * are read serializably, since a task may be written again meanwhile.
   */
  int forgetDeletions() {
    return join(
        OpenMode.OPEN,
        store ->
            TaskSchema.CHANGES
                .latest(store)
                .thenCompose(
                    latest -> {
                      TaskSchema.CHANGES.expire(store, latest);
                      return TaskSchema.DELETIONS.changes(
                          store, SyncToken.START, ScanOptions.defaults());
                    })
                .thenApply(
                    page -> {
                      page.records().forEach(store::delete);
                      return page.records().size();
                    }));
  }

  /** The tasks that are not deleted. */
  List<Task> tasks() {
    return join(
        OpenMode.OPEN,
        store ->
            store
                .scan("Task", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .map(record -> record.message(Task.class))
                .filter(task -> !task.getDeleted())
                .asList());
  }
}
