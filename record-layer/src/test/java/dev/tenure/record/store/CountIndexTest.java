package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CountIndexTest {
  private static final Tuple MAILS = Tuple.from("z", "mail");

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void create() {
    test.inStore(store -> CompletableFuture.completedFuture(store));
  }

  @AfterEach
  void close() {
    test.close();
  }

  private long count() {
    return test.count("items", MAILS);
  }

  private List<IndexEntry> groups() {
    return test.inStore(
        store ->
            store
                .scanCounts("items", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList());
  }

  @Test
  void transactionSeesItsOwnChanges() {
    test.inStore(
        store ->
            store
                .save(Notes.item("z", "a", 1))
                .thenCompose(saved -> store.save(Notes.item("z", "b", 1)))
                .thenCompose(saved -> store.count("items", MAILS))
                .thenAccept(count -> assertEquals(2, count)));

    assertEquals(2, count());
  }

  @Test
  void concurrentTransactionsThatChangeACountDoNotConflict() {
    AtomicInteger attempts = new AtomicInteger();
    List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      HotItem item = Notes.item("z", "id" + i, i);
      saves.add(
          test.database.run(
              context -> {
                attempts.incrementAndGet();
                return test.open(context)
                    .thenCompose(
                        store ->
                            store
                                .count("items", MAILS)
                                .thenCompose(seen -> store.save(item, SaveMode.ASSUME_NEW)));
              }));
    }
    saves.forEach(test.database::join);

    assertEquals(200, count());
    assertEquals(200, attempts.get(), "a count must not make a transaction conflict");
  }

  @Test
  void serializableCountConflictsWithAChange() {
    RecordContext reader = test.database.openContext();
    RecordStore store = test.openNow(reader);
    reader.join(store.count("items", MAILS, Isolation.SERIALIZABLE));
    reader.join(store.save(Notes.item("other", "x", 1)));
    test.inStore(other -> other.save(Notes.item("z", "a", 1)));

    RecordLayerException conflict =
        assertThrows(RecordLayerException.class, () -> reader.join(reader.commit()));

    assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, conflict.code());
    reader.close();
  }

  @Test
  void groupThatComesToZeroLeavesNoKey() {
    test.inStore(store -> store.save(Notes.item("z", "a", 1)));
    assertEquals(
        List.of(new IndexEntry("items", MAILS, Tuple.from(1), IndexEntry.NO_RECORD, new Tuple())),
        groups());

    test.inStore(store -> store.delete("HotItem", Tuple.from("z", "a")));

    assertEquals(List.of(), groups());
    assertEquals(0, count());
  }

  @Test
  void groupThatIsNotClearedStaysAtZero() {
    RecordMetaData kept =
        RecordMetaData.builder()
            .recordType(HotItem.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index("HotItem", Index.count("kept", field("zone")))
            .build();
    Subspace other = test.subspace.get("other");

    for (boolean delete : new boolean[] {false, true}) {
      test.run(
          context ->
              RecordStore.open(context, other, kept, OpenMode.CREATE_OR_OPEN)
                  .thenCompose(
                      store ->
                          delete
                              ? store.delete("HotItem", Tuple.from("a")).thenApply(yes -> store)
                              : store.save(Notes.item("z", "a", 1)).thenApply(saved -> store)));
    }

    assertEquals(
        List.of(
            new IndexEntry(
                "kept", Tuple.from("z"), Tuple.from(0), IndexEntry.NO_RECORD, new Tuple())),
        test.run(
            context ->
                RecordStore.open(context, other, kept, OpenMode.OPEN)
                    .thenCompose(
                        store ->
                            store
                                .scanCounts(
                                    "kept",
                                    TupleRange.all(),
                                    Continuation.START,
                                    ScanOptions.defaults())
                                .asList())));
  }

  @Test
  void recordThatChangesItsGroupIsCountedInTheNewOne() {
    HotItem item = Notes.item("z", "a", 1);
    test.inStore(store -> store.save(item));

    test.inStore(store -> store.save(item.toBuilder().setType("call").build()));

    assertEquals(0, count());
    assertEquals(1, test.count("items", Tuple.from("z", "call")));
  }

  @Test
  void scanSeesChangesNotYetCommittedAndCountsThemOnce() {
    test.inStore(store -> store.save(Notes.item("z", "a", 1)));
    test.inStore(
        store ->
            store
                .save(Notes.item("z", "b", 1))
                .thenCompose(
                    saved ->
                        store
                            .scanCounts(
                                "items",
                                TupleRange.all(),
                                Continuation.START,
                                ScanOptions.defaults())
                            .asList())
                .thenAccept(seen -> assertEquals(Tuple.from(2), seen.get(0).value()))
                .thenCompose(nothing -> store.save(Notes.item("z", "c", 1)))
                .thenCompose(saved -> store.count("items", MAILS))
                .thenAccept(count -> assertEquals(3, count)));

    assertEquals(3, count());
  }
}
