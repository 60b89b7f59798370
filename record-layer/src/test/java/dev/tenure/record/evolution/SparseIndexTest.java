package dev.tenure.record.evolution;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.notNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.UniquenessViolationException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes that hold only the records of which a condition is true. */
final class SparseIndexTest {
  private static final RecordMetaData PLAIN =
      RecordMetaData.builder()
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .recordType(
              HotItem.getDefaultInstance(),
              type -> type.primaryKey(concat(field("zone"), field("id"))))
          .build();

  private static final RecordMetaData SPARSE =
      PLAIN.toBuilder()
          .index(
              "Note",
              Index.value("authored", field("title"))
                  .covering(field("color"))
                  .where(notNull(field("author"))))
          .index(
              "Note",
              Index.value("one-of-color", field("title"))
                  .unique()
                  .where(greater(field("color"), 0)))
          .index(
              "Note",
              Index.count("urgent", field("color"))
                  .clearWhenZero()
                  .where(equal(field("tag", FanType.FAN_OUT), "urgent")))
          .index(
              "HotItem",
              Index.value("waiting", concat(field("zone"), field("vesting")))
                  .where(greater(field("vesting"), 0)))
          .build();

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private <T> T inStore(RecordMetaData metaData, Function<RecordStore, CompletableFuture<T>> body) {
    return test.run(
        context ->
            RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                .thenCompose(body));
  }

  private List<Tuple> keys(String index) {
    return inStore(
        SPARSE,
        store ->
            store
                .scanIndex(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .map(entry -> entry.key().addAll(entry.value()).addAll(entry.primaryKey()))
                .asList());
  }

  private void save(Note.Builder note) {
    inStore(SPARSE, store -> store.save(note.build()));
  }

  private static Note.Builder note(long id, String title) {
    return Note.newBuilder().setId(id).setTitle(title);
  }

  @Test
  void recordEntersAndLeavesAsTheConditionComesTrueAndFalse() {
    save(note(1, "a"));
    assertEquals(List.of(), keys("authored"));

    save(note(1, "a").setAuthor("x"));
    assertEquals(List.of(Tuple.from("a", 0, 1)), keys("authored"));

    save(note(1, "b").setAuthor("x").setColorValue(2));
    assertEquals(List.of(Tuple.from("b", 2, 1)), keys("authored"));

    save(note(1, "b"));
    assertEquals(List.of(), keys("authored"));

    save(note(1, "b").setAuthor("x"));
    inStore(SPARSE, store -> store.delete("Note", Tuple.from(1)));
    assertEquals(List.of(), keys("authored"));
  }

  @Test
  void uniqueAppliesToThoseInTheIndexOnly() {
    save(note(1, "a").setColorValue(1));
    save(note(2, "a"));
    save(note(3, "a"));

    assertThrows(UniquenessViolationException.class, () -> save(note(3, "a").setColorValue(2)));
    save(note(1, "a"));
    save(note(3, "a").setColorValue(2));
    assertEquals(List.of(Tuple.from("a", 3)), keys("one-of-color"));
  }

  @Test
  void countIsOfThoseOfWhichTheConditionIsTrue() {
    save(note(1, "a").addTag("x").addTag("urgent"));
    save(note(2, "a").addTag("urgent").addTag("urgent"));
    save(note(3, "a").addTag("x"));
    assertEquals(2, urgent());

    save(note(2, "a").addTag("x"));
    assertEquals(1, urgent());
    inStore(SPARSE, store -> store.delete("Note", Tuple.from(3)));
    assertEquals(1, urgent());
    inStore(SPARSE, store -> store.delete("Note", Tuple.from(1)));
    assertEquals(0, urgent());
  }

  private long urgent() {
    return inStore(SPARSE, store -> store.count("urgent", Tuple.from(0)));
  }

  @Test
  void rangeOfRecordsIsDeletedWithItsEntries() {
    for (String zone : List.of("y", "z")) {
      for (long vesting = 0; vesting < 3; vesting++) {
        HotItem item =
            HotItem.newBuilder().setZone(zone).setId("i" + vesting).setVesting(vesting).build();
        inStore(SPARSE, store -> store.save(item));
      }
    }
    assertEquals(4, keys("waiting").size());

    inStore(
        SPARSE,
        store -> {
          store.deleteWhere("HotItem", Tuple.from("y"));
          return CompletableFuture.completedFuture(null);
        });

    assertEquals(
        List.of(Tuple.from("z", 1, "z", "i1"), Tuple.from("z", 2, "z", "i2")), keys("waiting"));
  }

  @Test
  void indexIsBuiltOfThoseOfWhichTheConditionIsTrue() {
    inStore(PLAIN, store -> store.save(note(1, "a").setAuthor("x").build()));
    inStore(PLAIN, store -> store.save(note(2, "a").build()));
    inStore(PLAIN, store -> store.save(note(3, "a").setColorValue(1).build()));

    assertEquals(
        IndexState.READABLE,
        inStore(
            SPARSE, store -> CompletableFuture.completedFuture(store.indexState("one-of-color"))));
    assertEquals(List.of(Tuple.from("a", 0, 1)), keys("authored"));
    assertEquals(List.of(Tuple.from("a", 3)), keys("one-of-color"));
  }

  @Test
  void unknownConditionKeepsARecordOut() {
    RecordMetaData unknown =
        PLAIN.toBuilder()
            .index(
                "Note", Index.value("authored", field("title")).where(equal(field("author"), "x")))
            .build();

    inStore(unknown, store -> store.save(note(1, "a").build()));
    inStore(unknown, store -> store.save(note(2, "a").setAuthor("y").build()));
    inStore(unknown, store -> store.save(note(3, "a").setAuthor("x").build()));

    int wrong =
        inStore(
            unknown,
            store -> CompletableFuture.completedFuture(new BruteForce(store).assertIndexes()));
    assertEquals(0, wrong);
  }
}
