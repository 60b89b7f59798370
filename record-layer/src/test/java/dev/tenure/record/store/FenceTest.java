package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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

  @Test
  void fenceBeforeABlindDeleteHoldsAgainstAConcurrentChange() {
    assertConflict(
        () ->
            commitAround(
                store -> {
                  Tuple key = Tuple.from("z", "a");
                  StoredRecord seen =
                      store
                          .context()
                          .join(store.load("HotItem", key, Isolation.SNAPSHOT))
                          .orElseThrow();
                  store.fence("HotItem", key);
                  store.delete(seen);
                },
                store -> store.context().join(store.save(Notes.item("z", "a", 2)))));
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
