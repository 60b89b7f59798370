package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Saves whose old records come late, or in another order than they were asked for. */
final class LateReadsTest {
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Note.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(1).versioned())
          .index("Note", Index.value("titles", field("title")))
          .index("Note", Index.count("by-title", field("title")).clearWhenZero())
          .build();

  private final Stores stores = new Stores();
  private final HeldReads reads = new HeldReads();
  private final RecordDatabase database =
      stores.test.builder(reads.around(stores.test.engine)).build();
  private final StoreOptions options = stores.options(META_DATA);

  @AfterEach
  void close() {
    stores.close();
  }

  private static Note note(long id, String title) {
    return Stores.note(id, title);
  }

  /** Begins what the body begins while reads are held, and says how the whole ended. */
  private <T> CompletableFuture<T> runHeld(Function<RecordStore, CompletableFuture<T>> body) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<T> running =
        database.run(
            context ->
                RecordStore.open(context, options)
                    .thenCompose(
                        store -> {
                          reads.hold();
                          CompletableFuture<T> ending = body.apply(store);
                          begun.complete(null);
                          return ending;
                        }));
    database.join(CompletableFuture.anyOf(begun, running));
    return running;
  }

  @Test
  void commitWaitsForSavesThatTheBodyDoesNotAwait() {
    stores.save(options, note(1, "old"), note(2, "old"));

    CompletableFuture<Integer> running =
        runHeld(
            store -> {
              var unusedSave = store.save(note(1, "new"));
              var unusedDelete = store.delete("Note", Tuple.from(2));
              return CompletableFuture.completedFuture(0);
            });

    assertFalse(running.isDone());
    reads.release();
    database.join(running);
    stores.does(options, store -> assertEquals(List.of(Tuple.from("new")), titles(store)));
  }

  private static List<Tuple> titles(RecordStore store) {
    return Stores.keys(store, "titles");
  }

  @Test
  void commitFailsWithASaveThatTheBodyDoesNotAwait() {
    stores.save(options, note(1, "old"));

    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      reads.hold();
      var unused = store.save(note(1, "new"), SaveMode.INSERT);
      context.join(store.save(note(2, "other"), SaveMode.ASSUME_NEW));
      CompletableFuture<?> commit = context.commit();
      reads.release();

      assertThrows(RecordLayerException.class, () -> context.join(commit));
    }
    stores.does(options, store -> assertEquals(List.of(Tuple.from("old")), titles(store)));
  }

  @Test
  void versionsFollowTheOrderOfTheSaves() {
    stores.save(options, note(1, "old"), note(2, "old"), note(3, "old"));
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      reads.hold();
      CompletableFuture<StoredRecord> first = store.save(note(3, "first"));
      CompletableFuture<StoredRecord> second = store.save(note(1, "second"));
      CompletableFuture<StoredRecord> third = store.save(note(4, "third"), SaveMode.ASSUME_NEW);
      reads.release();
      context.join(CompletableFuture.allOf(first, second, third));
      context.join(context.commit());
    }

    stores.does(
        options, store -> assertEquals(List.of("first", "second", "third"), byVersion(store)));
  }

  /** The titles of the records that the last transaction saved, in the order of their versions. */
  private static List<String> byVersion(RecordStore store) {
    List<StoredRecord> found =
        Stores.records(store, "Note").stream()
            .sorted((one, other) -> stamp(one).compareTo(stamp(other)))
            .toList();
    return found.stream()
        .map(record -> ((Note) record.message()).getTitle())
        .filter(title -> !title.equals("old"))
        .toList();
  }

  private static Versionstamp stamp(StoredRecord record) {
    return record.version().orElseThrow();
  }

  @Test
  void recordsAreNotChangedWhileAnIndexIsRebuilt() {
    stores.save(options, note(1, "one"), note(2, "two"));
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      StoredRecord loaded =
          context.join(store.load("Note", Tuple.from(1))).orElseThrow(AssertionError::new);
      reads.hold();
      CompletableFuture<Boolean> begunBefore = store.delete("Note", Tuple.from(2));
      CompletableFuture<IndexState> rebuilt = store.rebuildIndex("titles", BuildLimits.defaults());

      CompletableFuture<StoredRecord> save = store.save(note(3, "three"));
      assertTrue(save.isCompletedExceptionally());
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> context.join(save));
      assertTrue(refused.toString().contains("rebuilds its index titles"), refused::toString);
      assertThrows(IllegalStateException.class, () -> store.replace(loaded, note(1, "uno")));
      assertThrows(IllegalStateException.class, () -> store.delete(loaded));
      assertThrows(IllegalStateException.class, () -> store.deleteWhere("Note", Tuple.from()));
      assertThrows(IllegalStateException.class, store::deleteAll);
      reads.release();

      assertEquals(IndexState.READABLE, context.join(rebuilt));
      context.join(begunBefore.handle((deleted, failure) -> deleted));
      context.join(store.save(note(3, "three")));
      context.join(context.commit());
    }

    stores.does(options, store -> assertEquals(titlesOfRecords(store), titles(store)));
  }

  private static List<Tuple> titlesOfRecords(RecordStore store) {
    return Stores.records(store, "Note").stream()
        .map(record -> Tuple.from(((Note) record.message()).getTitle()))
        .sorted()
        .toList();
  }
}
