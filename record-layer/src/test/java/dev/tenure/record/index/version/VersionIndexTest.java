package dev.tenure.record.index.version;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries of version indexes, within the transaction that saves and after it. */
final class VersionIndexTest {
  private static final Index CHANGES = Index.version("changes", concat(incarnation(), version()));

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private static RecordMetaData.Builder notes(int version, boolean versioned) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(
            Note.getDefaultInstance(),
            type -> {
              type.primaryKey(field("id")).typeKey(1);
              if (versioned) {
                type.versioned();
              }
            });
  }

  private static RecordMetaData notes(Index index) {
    return notes(1, true).index("Note", index).build();
  }

  private static Note note(long id, String title, String... tags) {
    return Note.newBuilder().setId(id).setTitle(title).addAllTag(Arrays.asList(tags)).build();
  }

  private void in(RecordMetaData metaData, Consumer<RecordStore> body) {
    test.run(
        context ->
            RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                .thenApply(
                    store -> {
                      body.accept(store);
                      return true;
                    }));
  }

  private static <T> T join(RecordStore store, CompletableFuture<T> future) {
    return store.context().join(future);
  }

  private void save(RecordMetaData metaData, Note... notes) {
    in(metaData, store -> Arrays.stream(notes).forEach(note -> join(store, store.save(note))));
  }

  private static List<IndexEntry> entries(RecordStore store) {
    return join(
        store,
        store
            .scanIndex("changes", TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList());
  }

  /** The ids of the records, in the order of the index, whose entries fit the records. */
  private static List<Long> ids(RecordStore store) {
    return entries(store).stream()
        .map(
            entry -> {
              StoredRecord record =
                  join(store, store.load("Note", entry.primaryKey())).orElseThrow();
              Versionstamp version = record.version().orElse(null);
              assertTrue(entry.key().getItems().contains(version), entry + " of " + record);
              return entry.primaryKey().getLong(0);
            })
        .toList();
  }

  private void assertIds(RecordMetaData metaData, Long... expected) {
    in(metaData, store -> assertEquals(List.of(expected), ids(store)));
  }

  @Test
  void entriesComeInTheOrderOfCommitsAndOfSavesWithinOne() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(5, "a"), note(1, "a"), note(3, "a"));
    save(metaData, note(4, "a"), note(2, "a"));
    assertIds(metaData, 5L, 1L, 3L, 4L, 2L);

    save(metaData, note(3, "a"), note(5, "b"));
    assertIds(metaData, 1L, 4L, 2L, 3L, 5L);
  }

  @Test
  void recordSavedTwiceInATransactionHasItsLaterPlaceOnly() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(1, "a"));
    save(metaData, note(1, "b"), note(2, "b"), note(1, "c"), note(3, "a"), note(3, "a"));
    assertIds(metaData, 2L, 1L, 3L);
  }

  @Test
  void recordDeletedInTheTransactionThatSavedItLeavesNoEntry() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(1, "a"), note(2, "a"));
    in(
        metaData,
        store -> {
          for (long id : new long[] {1, 3}) {
            join(store, store.save(note(id, "b")));
            assertTrue(join(store, store.delete("Note", Tuple.from(id))));
          }
          assertTrue(join(store, store.delete("Note", Tuple.from(2))));
          join(store, store.save(note(2, "again")));
        });
    assertIds(metaData, 2L);
    in(metaData, store -> assertTrue(join(store, store.delete("Note", Tuple.from(2)))));
    assertIds(metaData);
  }

  @Test
  void writersOfDifferentRecordsDoNotConflict() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(0, "a"), note(1, "a"), note(2, "a"), note(3, "a"));
    List<RecordContext> open = new ArrayList<>();
    for (long writer = 0; writer < 8; writer++) {
      RecordContext context = test.database.openContext();
      open.add(context);
      RecordStore store =
          context.join(RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN));
      context.join(store.save(note(writer, "b")));
    }
    for (RecordContext context : open) {
      context.join(context.commit());
      context.close();
    }
    assertIds(metaData, 0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void transactionSeesOldEntriesGoAndNoNewOnesCome() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(1, "a"), note(2, "a"));
    in(
        metaData,
        store -> {
          join(store, store.save(note(1, "b")));
          join(store, store.save(note(3, "b")));
          assertEquals(List.of(2L), ids(store));
        });
    assertIds(metaData, 2L, 1L, 3L);
  }

  @Test
  void allRecordsOfACommitHaveItsStampAndTheIncarnationOfTheStore() {
    RecordMetaData metaData = notes(CHANGES);
    byte[] stamp;
    try (RecordContext context = test.database.openContext()) {
      RecordStore store =
          context.join(RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN));
      context.join(store.save(note(1, "a")));
      store.setIncarnation(7);
      context.join(store.save(note(2, "a")));
      CompletableFuture<byte[]> versionstamp = context.versionstamp();
      context.join(context.commit());
      stamp = context.join(versionstamp);
    }
    in(
        metaData,
        store -> {
          List<IndexEntry> entries = entries(store);
          for (int i = 0; i < 2; i++) {
            assertEquals(i * 7L, entries.get(i).key().getLong(0));
            Versionstamp version = entries.get(i).key().getVersionstamp(1);
            assertArrayEquals(stamp, version.getTransactionVersion());
            assertEquals(i, version.getUserVersion());
            StoredRecord record = join(store, store.load("Note", Tuple.from(i + 1))).orElseThrow();
            assertEquals(i * 7, record.incarnation().orElseThrow());
            assertEquals(version, record.version().orElseThrow());
          }
          join(store, store.save(note(1, "b")));
        });
    in(metaData, store -> assertEquals(List.of(7L, 7L), firstColumns(store)));
  }

  private static List<Object> firstColumns(RecordStore store) {
    return entries(store).stream().map(entry -> entry.key().get(0)).toList();
  }

  @Test
  void groupsAndCoveringColumnsAndThoseBehindTheVersionAreKept() {
    RecordMetaData metaData =
        notes(
            Index.version(
                    "changes",
                    concat(field("tag", FanType.FAN_OUT), incarnation(), version(), field("color")))
                .covering(field("title")));
    save(metaData, note(1, "a", "x", "y"), note(2, "b"), note(3, "c", "y"));
    save(metaData, note(1, "d", "y", "z"));
    in(
        metaData,
        store -> {
          assertEquals(
              List.of("y c 3", "y d 1", "z d 1"),
              entries(store).stream()
                  .map(
                      entry ->
                          entry.key().getString(0)
                              + " "
                              + entry.value().getString(0)
                              + " "
                              + entry.primaryKey().getLong(0))
                  .toList());
          assertEquals(4, entries(store).get(0).key().size());
        });
  }

  @Test
  void recordsFromBeforeTheTypeKeptVersionsComeFirst() {
    RecordMetaData before = notes(1, false).build();
    RecordMetaData after = notes(2, true).index("Note", CHANGES.addedVersion(2)).build();
    save(before, note(3, "a"), note(1, "a"), note(2, "a"));
    in(after, store -> assertEquals(IndexState.READABLE, store.indexState("changes")));
    save(after, note(9, "b"), note(1, "b"));
    assertIds(after, 2L, 3L, 9L, 1L);
    in(after, store -> assertEquals(Arrays.asList(null, null, 0L, 0L), firstColumnsOf(store)));
  }

  private static List<Object> firstColumnsOf(RecordStore store) {
    return Arrays.asList(entries(store).stream().map(entry -> entry.key().get(0)).toArray());
  }

  @Test
  void rebuildGivesTheSameEntriesAlsoInATransactionThatSaves() {
    RecordMetaData metaData = notes(CHANGES);
    save(metaData, note(2, "a"), note(1, "a"), note(4, "a"));
    in(
        metaData,
        store -> {
          join(store, store.save(note(2, "b")));
          join(store, store.rebuildIndex("changes", BuildLimits.defaults()));
          join(store, store.save(note(3, "b")));
          join(store, store.save(note(2, "c")));
        });
    assertIds(metaData, 1L, 4L, 3L, 2L);
    in(metaData, store -> join(store, store.rebuildIndex("changes", BuildLimits.defaults())));
    assertIds(metaData, 1L, 4L, 3L, 2L);
  }

  @Test
  void sparseIndexHasTheRecordsOfItsConditionOnly() {
    RecordMetaData metaData = notes(CHANGES.where(Predicates.equal(field("title"), "in")));
    save(metaData, note(1, "in"), note(2, "out"), note(3, "in"));
    save(metaData, note(1, "out"), note(2, "in"));
    assertIds(metaData, 3L, 2L);
    save(metaData, note(4, "in"), note(4, "out"));
    assertIds(metaData, 3L, 2L);
  }

  @Test
  void deletingARangeTakesBackWhatWaitsForItsVersion() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                HotItem.getDefaultInstance(),
                type -> type.primaryKey(concat(field("zone"), field("id"))).versioned())
            .index("HotItem", Index.version("changes", concat(field("zone"), version())))
            .build();
    in(metaData, store -> join(store, store.save(item("a", "1"))));
    in(
        metaData,
        store -> {
          join(store, store.save(item("a", "2")));
          join(store, store.save(item("b", "1")));
          store.deleteWhere("HotItem", Tuple.from("a"));
          join(store, store.save(item("a", "3")));
          assertThrows(
              IllegalArgumentException.class,
              () -> store.deleteWhere("HotItem", Tuple.from("a", "3")));
        });
    in(
        metaData,
        store ->
            assertEquals(
                List.of(Tuple.from("a", "3"), Tuple.from("b", "1")),
                entries(store).stream().map(IndexEntry::primaryKey).toList()));
    in(metaData, RecordStore::deleteAll);
    in(metaData, store -> assertEquals(List.of(), entries(store)));
  }

  private static HotItem item(String zone, String id) {
    return HotItem.newBuilder().setZone(zone).setId(id).build();
  }

  @Test
  void keyThatIsTooLargeIsRefusedBeforeAnythingIsWritten() {
    RecordMetaData metaData = notes(Index.version("changes", concat(field("title"), version())));
    save(metaData, note(1, "a"));
    in(
        metaData,
        store -> {
          RecordLayerException refused =
              assertThrows(
                  RecordLayerException.class,
                  () -> join(store, store.save(note(1, "x".repeat(10_000)))));
          assertEquals(Code.KEY_TOO_LARGE, refused.code());
        });
    assertIds(metaData, 1L);
  }

  @Test
  void definitionsWithoutOneVersionOrOfTypesWithoutVersionsAreRefused() {
    assertRefused("expected one version()", field("title"));
    assertRefused("expected one version()", concat(version(), version()));
    assertRefused("expected one version()", list(version()));
    assertRefused("expected one version()", Keys.keyWithValue(concat(recordType(), version()), 1));
    assertRefused("keep no versions: [Note]", notes(1, false), Index.version("changes", version()));
    assertRefused(
        "has the option unique", notes(1, true), Index.version("changes", version()).unique());
    save(notes(Index.version("changes", Keys.grouping(concat(field("title"), version()), 1))));
  }

  private void assertRefused(String expected, KeyExpression columns) {
    assertRefused(expected, notes(1, true), Index.version("changes", columns));
  }

  private void assertRefused(String expected, RecordMetaData.Builder builder, Index index) {
    RecordMetaData.Builder with = builder.index("Note", index);
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, with::build);
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(expected), message);
    assertTrue(message.contains("index changes of type version"), message);
  }
}
