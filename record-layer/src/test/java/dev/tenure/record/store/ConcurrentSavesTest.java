package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Saves and deletes of one transaction that are begun before any of them has read anything. */
@Tag("late")
final class ConcurrentSavesTest {
  private static final Tuple KEY = Tuple.from(1);
  private static final RecordMetaData PLAIN = Stores.notes(1).build();
  private static final RecordMetaData INDEXED =
      Stores.notes(1)
          .index("Note", Index.value("titles", field("title")))
          .index("Note", Index.count("by-title", field("title")).clearWhenZero())
          .build();

  private final Stores stores = new Stores();
  private final HeldReads reads = new HeldReads();
  private final RecordDatabase database =
      stores.test.builder(reads.around(stores.test.engine)).build();

  @AfterEach
  void close() {
    stores.close();
  }

  private static Note sized(String title, int bytes) {
    return Stores.note(1, title).toBuilder().setBody(ByteString.copyFrom(new byte[bytes])).build();
  }

  /** Begins all work on two objects of one store, then lets it read, and commits. */
  private void together(
      RecordMetaData metaData, List<Function<RecordStore, CompletableFuture<?>>> work) {
    try (RecordContext context = database.openContext()) {
      StoreOptions options = stores.options(metaData);
      RecordStore one = context.join(RecordStore.open(context, options));
      RecordStore other = context.join(RecordStore.open(context, options));
      reads.hold();
      List<CompletableFuture<?>> begun = new ArrayList<>();
      for (int i = 0; i < work.size(); i++) {
        begun.add(work.get(i).apply(i % 2 == 0 ? one : other));
      }
      reads.release();
      context.join(CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new)));
      context.join(context.commit());
    }
  }

  private void assertContent(RecordMetaData metaData, List<Note> expected) {
    stores.does(
        stores.options(metaData),
        store -> {
          assertEquals(
              expected, Stores.records(store, "Note").stream().map(StoredRecord::message).toList());
          if (metaData.hasIndex("titles")) {
            assertEquals(
                expected.stream().map(note -> Tuple.from(note.getTitle())).sorted().toList(),
                Stores.keys(store, "titles"));
          }
        });
  }

  @Test
  void lastOfManySavesOfOneRecordStays() {
    for (RecordMetaData metaData : List.of(PLAIN, INDEXED)) {
      stores.does(stores.options(metaData), RecordStore::deleteAll);
      together(
          metaData,
          List.of(
              store -> store.save(sized("a", 250_000), SaveMode.INSERT),
              store -> store.save(sized("b", 10)),
              store -> store.save(sized("c", 350_000), SaveMode.UPDATE),
              store -> store.save(sized("d", 150_000))));
      assertContent(metaData, List.of(sized("d", 150_000)));
      stores.test.run(
          context -> {
            RecordStore.clear(context, stores.test.subspace);
            return CompletableFuture.completedFuture(true);
          });
    }
  }

  @Test
  void blindSaveDoesNotOvertakeAnInsertThatReads() {
    together(
        PLAIN,
        List.of(
            store -> store.save(sized("small", 1), SaveMode.INSERT),
            store -> store.save(sized("large", 350_000))));

    assertContent(PLAIN, List.of(sized("large", 350_000)));
  }

  @Test
  void saveOfANewRecordDoesNotOvertakeADeleteOfTheOldOne() {
    for (RecordMetaData metaData : List.of(PLAIN, INDEXED)) {
      stores.does(
          stores.options(metaData), store -> Stores.join(store, store.save(sized("old", 250_000))));
      together(
          metaData,
          List.of(
              store -> store.delete("Note", KEY),
              store -> store.save(sized("new", 1), SaveMode.ASSUME_NEW)));
      assertContent(metaData, List.of(sized("new", 1)));
      stores.test.run(
          context -> {
            RecordStore.clear(context, stores.test.subspace);
            return CompletableFuture.completedFuture(true);
          });
    }
  }

  @Test
  void savesAndDeletesOfOneRecordRunInTheOrderInWhichTheyWereBegun() {
    together(
        INDEXED,
        List.of(
            store -> store.save(sized("a", 10), SaveMode.INSERT),
            store -> store.delete("Note", KEY),
            store -> store.save(sized("b", 10), SaveMode.INSERT)));

    assertContent(INDEXED, List.of(sized("b", 10)));
    stores.does(
        stores.options(INDEXED),
        store -> assertEquals(0, Stores.join(store, store.count("by-title", Tuple.from("a")))));
  }

  @Test
  void refusedSaveLetsTheNextOneThrough() {
    stores.open(stores.options(INDEXED));
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, stores.options(INDEXED)));
      reads.hold();
      CompletableFuture<StoredRecord> update = store.save(sized("a", 1), SaveMode.UPDATE);
      CompletableFuture<StoredRecord> insert = store.save(sized("b", 1), SaveMode.INSERT);
      reads.release();
      Stores.refused(Code.RECORD_ABSENT, () -> context.join(update));
      assertEquals("Note", context.join(insert).type());
      context.join(context.commit());
    }
    assertContent(INDEXED, List.of(sized("b", 1)));
  }

  @Test
  void savesOfDifferentRecordsWaitForTheirReadsTogether() {
    stores.open(stores.options(INDEXED));
    List<Function<RecordStore, CompletableFuture<?>>> work = new ArrayList<>();
    List<Note> expected = LongStream.range(0, 40).mapToObj(id -> Stores.note(id, "t")).toList();
    expected.forEach(note -> work.add(store -> store.save(note)));
    together(INDEXED, work);

    assertContent(INDEXED, expected);
    stores.does(
        stores.options(INDEXED),
        store -> assertEquals(40, Stores.join(store, store.count("by-title", Tuple.from("t")))));
  }

  @Test
  void storeOpenedTwiceAtOnceIsOneStore() {
    try (RecordContext context = database.openContext()) {
      reads.hold();
      StoreOptions options = stores.options(INDEXED);
      CompletableFuture<RecordStore> created =
          RecordStore.open(context, options.withMode(OpenMode.CREATE));
      CompletableFuture<RecordStore> opened =
          RecordStore.open(context, options.withMode(OpenMode.OPEN));
      CompletableFuture<RecordStore> again =
          RecordStore.open(context, options.withMode(OpenMode.CREATE));
      reads.release();
      RecordStore one = context.join(created);
      RecordStore other = context.join(opened);
      Stores.refused(Code.STORE_EXISTS, () -> context.join(again));
      one.setUserVersion(7);
      context.join(one.save(Stores.note(1, "t")));
      assertEquals(7, other.header().userVersion());
      assertEquals(1, context.join(other.count("by-title", Tuple.from("t"))));
      assertTrue(context.join(other.delete("Note", KEY)));
      assertEquals(0, context.join(one.count("by-title", Tuple.from("t"))));
    }
  }
}
