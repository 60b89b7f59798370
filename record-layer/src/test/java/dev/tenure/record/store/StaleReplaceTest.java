package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a transaction says of a record is not true in a later one. */
final class StaleReplaceTest {
  private final Stores stores = new Stores();
  private final StoreOptions options =
      stores.options(
          Stores.notes(1).index("Note", Index.value("by-title", field("title"))).build());

  @AfterEach
  void close() {
    stores.close();
  }

  private void assertRefused(StoredRecord old, String why, BiConsumer<RecordStore, Note> attempt) {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> stores.does(options, store -> attempt.accept(store, old.message(Note.class))));
    assertTrue(refused.toString().contains(why), refused.getMessage());
  }

  private StoredRecord load() {
    return stores.in(options, store -> store.load("Note", Tuple.from(1))).orElseThrow();
  }

  private List<Tuple> titles() {
    return stores
        .in(
            options,
            store ->
                store
                    .scanIndex(
                        "by-title", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                    .asList())
        .stream()
        .map(entry -> entry.key().addAll(entry.primaryKey()))
        .toList();
  }

  @Test
  void aRecordOfAnOlderTransactionIsNotReplaced() {
    stores.save(options, Stores.note(1, "first"));
    StoredRecord old = load();
    stores.save(options, Stores.note(1, "second"));

    assertRefused(
        old,
        "not loaded in this transaction",
        (store, note) -> store.replace(old, Stores.note(1, "third")));
    assertEquals(List.of(Tuple.from("second", 1)), titles());
  }

  @Test
  void aRecordOfAnOlderTransactionIsNotDeleted() {
    stores.save(options, Stores.note(1, "first"));
    StoredRecord old = load();
    stores.save(options, Stores.note(1, "second"));

    assertRefused(old, "not loaded in this transaction", (store, note) -> store.delete(old));
  }

  @Test
  void whatASaveGaveInAnOlderTransactionIsNotReplaced() {
    StoredRecord saved = stores.in(options, store -> store.save(Stores.note(1, "first")));

    assertRefused(
        saved, "not loaded in this transaction", (store, note) -> store.replace(saved, note));
  }

  @Test
  void aRecordIsReplacedInTheTransactionThatHasLoadedOrSavedIt() {
    stores.save(options, Stores.note(1, "first"));
    stores.does(
        options,
        store -> {
          StoredRecord loaded = Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow();
          StoredRecord second = store.replace(loaded, Stores.note(1, "second"));
          store.replace(second, Stores.note(1, "third"));
        });

    assertEquals(List.of(Tuple.from("third", 1)), titles());
  }

  @Test
  void aRecordThatTheTransactionHasClearedSinceIsNotReplaced() {
    stores.save(options, Stores.note(1, "first"));
    for (BiConsumer<RecordStore, Note> clear :
        List.<BiConsumer<RecordStore, Note>>of(
            (store, note) -> store.deleteAll(),
            (store, note) -> store.deleteWhere("Note", Tuple.from(1)))) {
      IllegalStateException refused =
          assertThrows(
              IllegalStateException.class,
              () ->
                  stores.does(
                      stores.options(Stores.notes(1).build()).withMode(OpenMode.CREATE_OR_OPEN),
                      store -> {
                        var unused = Stores.join(store, store.save(Stores.note(1, "first")));
                        StoredRecord loaded =
                            Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow();
                        clear.accept(store, loaded.message(Note.class));
                        store.replace(loaded, loaded.message());
                      }));
      assertTrue(refused.toString().contains("has changed since"), refused.getMessage());
    }
  }

  @Test
  void equalRecordsOfTwoTransactionsAreEqual() {
    stores.save(options, Stores.note(1, "first"));

    assertEquals(load(), load());
    assertEquals(load().hashCode(), load().hashCode());
  }

  @Test
  void aRecordThatTheCallerKnowsToBeUnchangedIsDeletedWithoutARead() {
    stores.save(options, Stores.note(1, "first"));
    StoredRecord old = load();
    stores.does(options, store -> store.delete(store.preload().assumeUnchanged(old)));
    assertEquals(List.of(), titles());
    assertTrue(stores.in(options, store -> store.load("Note", Tuple.from(1))).isEmpty());
  }

  @Test
  void aRecordThatIsAssumedUnchangedConflictsWithAChange() {
    stores.save(options, Stores.note(1, "first"));
    StoredRecord old = load();
    assertThrows(
        RecordLayerException.class,
        () ->
            stores.does(
                options,
                store -> {
                  Stores.join(store, store.context().readVersion());
                  stores.save(options, Stores.note(1, "second"));
                  store.replace(store.preload().assumeUnchanged(old), Stores.note(1, "third"));
                }));
    assertEquals(List.of(Tuple.from("second", 1)), titles());
  }

  @Test
  void aRecordThatThisTransactionHasChangedIsNotAssumedUnchanged() {
    stores.save(options, Stores.note(1, "first"));
    StoredRecord old = load();
    assertRefused(
        old,
        "has changed since it was loaded",
        (store, note) -> {
          Stores.join(store, store.save(Stores.note(1, "second")));
          store.delete(store.preload().assumeUnchanged(old));
        });
    assertEquals(List.of(Tuple.from("first", 1)), titles());
  }
}
