package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FenceTest {
  private static final byte[] KEY = {'k'};
  private static final Range AROUND = new Range(new byte[] {'j'}, new byte[] {'l'});

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void create() {
    test.inStore(store -> store.save(Notes.item("z", "a", 1)));
    test.inStore(store -> store.save(Note.newBuilder().setId(1).build()));
  }

  @AfterEach
  void close() {
    test.close();
  }

  /** Commits what a transaction does, after another one has committed in between. */
  private void commitAround(Consumer<RecordStore> own, Consumer<RecordStore> other) {
    RecordContext context = test.database.openContext();
    try (context) {
      own.accept(test.openNow(context));
      test.inStore(
          store -> {
            other.accept(store);
            return CompletableFuture.completedFuture(null);
          });
      context.join(context.commit());
    }
  }

  private static void assertConflict(Runnable commit) {
    RecordLayerException conflict = assertThrows(RecordLayerException.class, commit::run);
    assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, conflict.code());
  }

  @Test
  void fencedRecordThatIsChangedFailsTheCommit() {
    assertConflict(
        () ->
            commitAround(
                store -> {
                  store.fence("HotItem", Tuple.from("z", "a"));
                  store.context().set(KEY, KEY);
                },
                store -> store.context().join(store.save(Notes.item("z", "a", 2)))));
    assertConflict(
        () ->
            commitAround(
                store -> {
                  store.fence("Note", Tuple.from(1));
                  store.context().set(KEY, KEY);
                },
                store -> store.context().join(store.delete("Note", Tuple.from(1)))));
  }

  private static StoredRecord seen(RecordStore store, String type, Tuple key) {
    return store.context().join(store.load(type, key, Isolation.SNAPSHOT)).orElseThrow();
  }

  private static StoredRecord scanned(RecordStore store, String type) {
    ScanOptions snapshot = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
    return store
        .context()
        .join(store.scan(type, TupleRange.all(), Continuation.START, snapshot).first())
        .orElseThrow();
  }

  private static StoredRecord readAhead(RecordStore store, String type, Tuple key) {
    store.context().join(store.preload().records(type, List.of(key)));
    return seen(store, type, key);
  }

  /** The ways to see a record by snapshot, each then replaced or deleted beside another change. */
  @Test
  void changeOfARecordSeenBySnapshotConflictsWithAnotherChange() {
    Tuple item = Tuple.from("z", "a");
    Consumer<RecordStore> otherItem =
        store -> store.context().join(store.save(Notes.item("z", "a", 2)));
    for (Function<RecordStore, StoredRecord> way :
        List.<Function<RecordStore, StoredRecord>>of(
            store -> seen(store, "HotItem", item),
            store -> scanned(store, "HotItem"),
            store -> readAhead(store, "HotItem", item))) {
      assertConflict(
          () ->
              commitAround(
                  store -> store.replace(way.apply(store), Notes.item("z", "a", 3)), otherItem));
      assertConflict(() -> commitAround(store -> store.delete(way.apply(store)), otherItem));
    }
    assertEquals(1, test.count("items", Tuple.from("z", "mail")));
  }

  @Test
  void changeOfASplitRecordSeenBySnapshotConflictsWithItsDeletion() {
    assertConflict(
        () ->
            commitAround(
                store ->
                    store.replace(
                        seen(store, "Note", Tuple.from(1)),
                        Note.newBuilder().setId(1).setTitle("new").build()),
                store -> store.context().join(store.delete("Note", Tuple.from(1)))));
  }

  @Test
  void recordSeenBySnapshotIsChangedSeveralTimesInItsTransaction() {
    test.inStore(
        store -> {
          StoredRecord seen = seen(store, "HotItem", Tuple.from("z", "a"));
          store.delete(store.replace(seen, Notes.item("z", "a", 3)));
          return CompletableFuture.completedFuture(null);
        });

    assertEquals(0, test.count("items", Tuple.from("z", "mail")));
  }

  @Test
  void recordsThatAreOnlySeenBySnapshotConflictWithNothing() {
    test.inStore(store -> store.save(Notes.item("z", "b", 1)));
    commitAround(
        store -> {
          scanned(store, "HotItem");
          store.delete(seen(store, "HotItem", Tuple.from("z", "b")));
        },
        store -> store.context().join(store.save(Notes.item("z", "a", 2))));

    assertEquals(1, test.count("items", Tuple.from("z", "mail")));
  }

  @Test
  void fenceOnOneRecordLeavesOthersFree() {
    commitAround(
        store -> {
          store.fence("HotItem", Tuple.from("z", "a"));
          store.context().set(KEY, KEY);
        },
        store -> store.context().join(store.save(Notes.item("z", "b", 2))));

    assertEquals(2, test.count("items", Tuple.from("z", "mail")));
  }

  @Test
  void fenceAfterAnOwnWriteIsRefused() {
    List<Consumer<RecordContext>> writes =
        List.of(
            context -> context.set(KEY, KEY),
            context -> context.clear(KEY),
            context -> context.clear(AROUND),
            context -> context.mutate(MutationType.ADD, KEY, new byte[8]));
    for (Consumer<RecordContext> write : writes) {
      try (RecordContext context = test.database.openContext()) {
        context.fence(KEY);
        context.fence(AROUND);
        write.accept(context);
        assertThrows(IllegalStateException.class, () -> context.fence(KEY));
        assertThrows(IllegalStateException.class, () -> context.fence(AROUND));
        context.fence(new byte[] {'m'});
      }
    }
  }

  @Test
  void fenceOnARecordThisTransactionHasWrittenIsRefused() {
    test.inStore(
        store -> {
          store.context().join(store.save(Notes.item("z", "a", 2)));
          store.context().join(store.save(Note.newBuilder().setId(1).build()));
          assertThrows(
              IllegalStateException.class, () -> store.fence("HotItem", Tuple.from("z", "a")));
          assertThrows(IllegalStateException.class, () -> store.fence("Note", Tuple.from(1)));
          return CompletableFuture.completedFuture(null);
        });
  }
}
