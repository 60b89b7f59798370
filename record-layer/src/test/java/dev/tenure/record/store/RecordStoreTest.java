package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import dev.tenure.record.test.Place;
import dev.tenure.record.test.Plain;
import dev.tenure.record.tuple.TupleRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class RecordStoreTest {
  private static final Note WALK =
      Note.newBuilder().setId(7).setTitle("walk").addTag("a").addTag("b").build();

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private Optional<StoredRecord> load(long id) {
    return test.inStore(store -> store.load("Note", Tuple.from(id)));
  }

  private List<IndexEntry> entries(String index) {
    return test.inStore(
        store ->
            store
                .scanIndex(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList());
  }

  @Test
  void savedRecordIsLoadedInTheSameAndInLaterTransactions() {
    Optional<StoredRecord> same =
        test.inStore(
            store -> store.save(WALK).thenCompose(saved -> store.load("Note", saved.primaryKey())));

    assertEquals(same, load(7));
    StoredRecord loaded = same.orElseThrow();
    assertEquals(WALK, loaded.message(Note.class));
    assertEquals(Tuple.from(7), loaded.primaryKey());
    assertEquals(3, loaded.schemaVersion());
    assertEquals(WALK.getSerializedSize() + 7, loaded.sizeBytes());
  }

  @Test
  void typeKnownByItsDescriptorLoadsAsDynamicMessage() {
    RecordMetaData dynamic =
        RecordMetaData.builder()
            .recordType(Numbers.getDescriptor(), type -> type.primaryKey(field("id")))
            .build();
    Numbers one = Numbers.newBuilder().setId(1).setFraction(0.5).build();

    StoredRecord loaded =
        test.run(
            context ->
                RecordStore.open(context, test.subspace, dynamic, OpenMode.CREATE)
                    .thenCompose(
                        store ->
                            store
                                .save(one)
                                .thenCompose(saved -> store.load("Numbers", Tuple.from(1)))
                                .thenApply(Optional::orElseThrow)));

    assertInstanceOf(DynamicMessage.class, loaded.message());
    assertEquals(one.toByteString(), loaded.message().toByteString());
    assertThrows(ClassCastException.class, () -> loaded.message(Numbers.class));
  }

  @Test
  void saveReplacesAndMovesIndexEntries() {
    test.inStore(store -> store.save(WALK));
    Note run = WALK.toBuilder().setTitle("run").clearTag().addTag("b").addTag("c").build();

    test.inStore(store -> store.save(run));

    assertEquals(run, load(7).orElseThrow().message());
    assertEquals(
        List.of(Tuple.from("b", 7), Tuple.from("c", 7)),
        entries("by-tag").stream().map(IndexEntry::key).toList());
    assertEquals(
        List.of(new IndexEntry("by-title", Tuple.from("run"), Tuple.from(0), 1, Tuple.from(7))),
        entries("by-title"));
  }

  @Test
  void deleteRemovesTheRecordAndItsEntries() {
    test.inStore(store -> store.save(WALK));

    assertTrue(test.delete("Note", Tuple.from(7)));
    assertFalse(test.delete("Note", Tuple.from(7)));

    assertEquals(Optional.empty(), load(7));
    assertEquals(List.of(), entries("by-tag"));
    assertEquals(0, test.count("notes", new Tuple()));
  }

  @Test
  void insertRefusesAnExistingRecordAndUpdateAnAbsentOne() {
    assertCode(Code.RECORD_ABSENT, () -> test.inStore(s -> s.save(WALK, SaveMode.UPDATE)));
    test.inStore(store -> store.save(WALK, SaveMode.INSERT));
    assertCode(Code.RECORD_EXISTS, () -> test.inStore(s -> s.save(WALK, SaveMode.INSERT)));
    Note later = WALK.toBuilder().setTitle("later").build();
    test.inStore(store -> store.save(later, SaveMode.UPDATE));

    assertEquals(later, load(7).orElseThrow().message());
  }

  @Test
  void savesOfOneRecordStartedTogetherCountItOnce() {
    Note other = WALK.toBuilder().setTitle("other").clearTag().build();

    test.inStore(
        store -> {
          CompletableFuture<StoredRecord> first = store.save(WALK);
          CompletableFuture<StoredRecord> second = store.save(other);
          CompletableFuture<Boolean> deleted = store.delete("Note", Tuple.from(7));
          CompletableFuture<StoredRecord> third = store.save(other);
          return CompletableFuture.allOf(first, second, deleted, third);
        });

    assertEquals(1, test.count("notes", new Tuple()));
    assertEquals(List.of(), entries("by-tag"));
    assertEquals(1, entries("by-title").size());
  }

  @Test
  void replaceAndDeleteOfALoadedRecordReadNothingAndKeepIndexes() {
    HotItem item = Notes.item("z", "a", 1_000);
    test.inStore(store -> store.save(item, SaveMode.ASSUME_NEW));

    test.inStore(
        store ->
            store
                .load("HotItem", Tuple.from("z", "a"))
                .thenApply(
                    old ->
                        store.replace(
                            old.orElseThrow(), item.toBuilder().setVesting(2_000).build())));
    assertEquals(
        List.of(
            new IndexEntry(
                "by-vesting",
                Tuple.from("z", 4, 2_000),
                Tuple.from("mail"),
                2,
                Tuple.from("z", "a"))),
        entries("by-vesting"));

    test.inStore(
        store ->
            store
                .load("HotItem", Tuple.from("z", "a"))
                .thenAccept(old -> store.delete(old.orElseThrow())));
    assertEquals(List.of(), entries("by-vesting"));
    assertEquals(0, test.count("items", Tuple.from("z", "mail")));
  }

  @Test
  void replacementMustHaveThePrimaryKeyOfTheOld() {
    StoredRecord old = test.inStore(store -> store.save(Notes.item("z", "a", 1)));

    assertThrows(
        IllegalArgumentException.class,
        () ->
            test.inStore(
                store ->
                    CompletableFuture.completedFuture(
                        store.replace(old, Notes.item("z", "b", 1)))));
  }

  @Test
  void recordOverItsTypesLimitIsRefusedNamingTheLimitAndWritesNothing() {
    int room = 1_000 - 7 - 3 - 3;
    Plain fits = plain(room);
    test.inStore(store -> store.save(fits));

    RecordLayerException refused =
        assertCode(Code.RECORD_TOO_LARGE, () -> test.inStore(s -> s.save(plain(room + 1))));

    assertTrue(
        String.valueOf(refused.getMessage()).contains("is 1001 bytes, the limit is 1000"),
        refused.getMessage());
    assertEquals(
        fits, test.inStore(store -> store.load("Plain", Tuple.from("p"))).orElseThrow().message());
  }

  private static Plain plain(int bytes) {
    return Plain.newBuilder().setId("p").setBody(ByteString.copyFrom(new byte[bytes])).build();
  }

  @Test
  void indexKeyOverTheLimitIsRefusedAndNothingOfTheSaveIsWritten() {
    Note long1 = WALK.toBuilder().setTitle("x".repeat(10_000)).build();

    RecordContext context = test.database.openContext();
    RecordStore store = test.openNow(context);
    assertCode(Code.KEY_TOO_LARGE, () -> context.join(store.save(long1)));
    context.join(context.commit());
    context.close();

    assertEquals(Optional.empty(), load(7));
    assertEquals(List.of(), entries("by-tag"));
  }

  @Test
  void primaryKeyColumnThatIsNotSetIsRefused() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("author")))
            .build();

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                test.run(
                    context ->
                        RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE)
                            .thenCompose(store -> store.save(WALK))));
    assertEquals("primary key column author of a Note is not set", refused.getMessage());
  }

  @Test
  void primaryKeyOfAnotherLengthIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> test.inStore(store -> store.load("HotItem", Tuple.from("z"))));
    assertThrows(IllegalArgumentException.class, () -> test.count("items", Tuple.from("z")));
  }

  @Test
  void storesOnOneSubspaceInOneTransactionAreOne() {
    long count =
        test.run(
            context ->
                test.open(context)
                    .thenCompose(
                        first ->
                            first
                                .save(WALK)
                                .thenCompose(saved -> test.open(context))
                                .thenCompose(second -> second.count("notes", new Tuple()))));

    assertEquals(1, count);
  }

  @Test
  void scanGivesTheRangeOfATypeInTheOrderOfPrimaryKeys() {
    test.inStore(
        store ->
            CompletableFuture.allOf(
                Stream.of("a/2", "b/1", "a/1", "c/1", "a\u0000/1")
                    .map(name -> name.split("/"))
                    .map(name -> store.save(Notes.item(name[0], name[1], 1)))
                    .toArray(CompletableFuture<?>[]::new)));

    assertEquals(List.of("a/1", "a/2"), scan(TupleRange.prefix(Tuple.from("a")), false));
    assertEquals(
        List.of("a/2", "a\0/1", "b/1"),
        scan(TupleRange.between(Tuple.from("a", "1"), false, Tuple.from("b"), true), false));
    assertEquals(
        List.of("a\0/1", "a/2", "a/1"),
        scan(TupleRange.between(null, true, Tuple.from("b"), false), true));
    assertEquals(
        List.of("c/1"), scan(TupleRange.between(Tuple.from("b"), false, null, true), false));
    assertEquals(
        List.of(), scan(TupleRange.between(Tuple.from("c"), true, Tuple.from("a"), true), false));
  }

  private List<String> scan(TupleRange range, boolean reverse) {
    return test.inStore(
        store ->
            store
                .scan(
                    "HotItem",
                    range,
                    Continuation.START,
                    ScanOptions.defaults().withReverse(reverse))
                .map(item -> item.primaryKey().getString(0) + "/" + item.primaryKey().getString(1))
                .asList());
  }

  @Test
  void recordsLieInTheirTypesRange() {
    test.inStore(store -> store.save(Notes.item("z", "a", 1)));

    List<byte[]> keys =
        test.inStore(
            store ->
                store
                    .context()
                    .transaction()
                    .getRange(store.typeRange("HotItem", Tuple.from("z")))
                    .asList()
                    .thenApply(rows -> rows.stream().map(row -> row.getKey()).toList()));
    byte[] key =
        test.inStore(
            store ->
                CompletableFuture.completedFuture(
                    store.recordKey("HotItem", Tuple.from("z", "a"))));

    assertEquals(1, keys.size());
    assertArrayEquals(key, keys.get(0));
  }

  @Test
  void deleteAllKeepsTheStoreAndForgetsPendingCounts() {
    test.inStore(store -> store.save(WALK));
    test.inStore(
        store ->
            store
                .save(WALK.toBuilder().setId(8).build())
                .thenAccept(saved -> store.deleteAll())
                .thenCompose(nothing -> store.save(WALK.toBuilder().setId(9).build())));

    assertEquals(1, test.count("notes", new Tuple()));
    assertEquals(Optional.empty(), load(7));
    assertEquals(2, entries("by-tag").size());
  }

  @Test
  void nestedColumnOfAMessageThatIsNotSetIsNull() {
    test.inStore(store -> store.save(WALK));
    test.inStore(
        store ->
            store.save(
                WALK.toBuilder().setId(8).setPlace(Place.newBuilder().setCity("Ulm")).build()));

    assertEquals(
        List.of(Tuple.fromList(Arrays.asList((Object) null)), Tuple.from("Ulm")),
        entries("by-city").stream().map(IndexEntry::key).toList());
  }

  private static RecordLayerException assertCode(Code code, Executable work) {
    RecordLayerException thrown = assertThrows(RecordLayerException.class, work);
    assertEquals(code, thrown.code(), thrown.getMessage());
    return thrown;
  }
}
