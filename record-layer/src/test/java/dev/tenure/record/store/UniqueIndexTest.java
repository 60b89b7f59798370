package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.UniquenessViolationException;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UniqueIndexTest {
  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private static Note by(String author, long id) {
    return Note.newBuilder().setId(id).setAuthor(author).build();
  }

  private static void assertViolation(UniquenessViolationException refused, String author) {
    assertEquals("by-author", refused.index());
    assertEquals(Tuple.from(author), refused.value());
    assertEquals(
        Set.of(Tuple.from(1), Tuple.from(2)),
        Set.of(refused.primaryKey(), refused.otherPrimaryKey()));
    assertTrue(String.valueOf(refused.getMessage()).contains("by-author"), refused.getMessage());
  }

  @Test
  void secondRecordWithAValueIsRefusedAtTheCommit() {
    test.inStore(store -> store.save(by("ann", 1)));

    RecordContext context = test.database.openContext();
    context.join(test.openNow(context).save(by("ann", 2)));
    UniquenessViolationException refused =
        assertThrows(UniquenessViolationException.class, () -> context.join(context.commit()));
    context.close();

    assertViolation(refused, "ann");
    assertEquals(Tuple.from(2), refused.primaryKey());
    assertEquals(Tuple.from(1), refused.otherPrimaryKey());
    assertEquals(false, test.inStore(store -> store.load("Note", Tuple.from(2))).isPresent());
  }

  @Test
  void twoRecordsWithAValueInOneTransactionAreRefused() {
    UniquenessViolationException refused =
        assertThrows(
            UniquenessViolationException.class,
            () ->
                test.inStore(
                    store -> {
                      CompletableFuture<StoredRecord> first = store.save(by("ann", 1));
                      return store.save(by("ann", 2)).thenCombine(first, (left, right) -> left);
                    }));

    assertViolation(refused, "ann");
  }

  @Test
  void valueMayMoveFromOneRecordToAnotherInOneTransaction() {
    test.inStore(store -> store.save(by("ann", 1)));
    test.inStore(store -> store.save(by("bob", 2)));

    test.inStore(store -> store.save(by("ann", 2)).thenCompose(saved -> store.save(by("bob", 1))));

    assertEquals(
        List.of(Tuple.from(2), Tuple.from(1)),
        test
            .inStore(
                store ->
                    store
                        .scanIndex(
                            "by-author",
                            TupleRange.all(),
                            Continuation.START,
                            ScanOptions.defaults())
                        .asList())
            .stream()
            .map(IndexEntry::primaryKey)
            .toList());
  }

  @Test
  void valueIsFreeAgainAfterItsRecordIsDeleted() {
    test.inStore(store -> store.save(by("ann", 1)));

    test.inStore(
        store ->
            store.delete("Note", Tuple.from(1)).thenCompose(deleted -> store.save(by("ann", 2))));

    assertTrue(test.inStore(store -> store.load("Note", Tuple.from(2))).isPresent());
  }

  @Test
  void recordsWithoutAValueAreNotCompared() {
    test.inStore(store -> store.save(Note.newBuilder().setId(1).build()));
    test.inStore(store -> store.save(Note.newBuilder().setId(2).build()));

    assertEquals(2, test.count("notes", new Tuple()));
  }

  @Test
  void ofTwoTransactionsThatSaveAValueTheLaterCommitConflicts() {
    test.inStore(store -> CompletableFuture.completedFuture(store));
    RecordContext first = test.database.openContext();
    RecordContext second = test.database.openContext();
    first.join(test.openNow(first).save(by("ann", 1)));
    second.join(test.openNow(second).save(by("ann", 2)));
    first.join(first.commit());

    RecordLayerException conflict =
        assertThrows(RecordLayerException.class, () -> second.join(second.commit()));

    assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, conflict.code());
    first.close();
    second.close();
  }

  @Test
  void ofManyRacingRecordsOneGetsTheValue() {
    test.inStore(store -> CompletableFuture.completedFuture(store));
    List<CompletableFuture<Boolean>> races = new ArrayList<>();
    for (int id = 0; id < 20; id++) {
      Note note = by("ann", id);
      races.add(
          test.database
              .run(context -> test.open(context).thenCompose(store -> store.save(note)))
              .handle((saved, error) -> error == null || !isViolation(error)));
    }

    long winners = races.stream().filter(race -> test.database.join(race)).count();

    assertEquals(1, winners);
    assertEquals(1, test.count("notes", new Tuple()));
  }

  private static boolean isViolation(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof UniquenessViolationException;
  }
}
