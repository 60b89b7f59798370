package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.UniquenessViolation;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Duplicates that a unique index meets while it is built. */
final class UniquenessBuildTest {
  private static final String INDEX = "by-author";

  private final BuildStore build = new BuildStore();

  @BeforeEach
  void disable() {
    build.fill(0);
    build.in(store -> store.delete("Note", Tuple.from(1)));
    build.disable(INDEX);
  }

  @AfterEach
  void close() {
    build.close();
  }

  private static Note note(long id, String author) {
    return Note.newBuilder().setId(id).setAuthor(author).build();
  }

  private void save(long id, String author) {
    build.in(store -> store.save(note(id, author)));
  }

  private void delete(long id) {
    build.in(store -> store.delete("Note", Tuple.from(id)));
  }

  private IndexState build() {
    return build
        .run(build.indexer(INDEX).slices(SliceLimits.defaults().withRecords(1, 2)))
        .states()
        .getOrDefault(INDEX, IndexState.DISABLED);
  }

  private static List<UniquenessViolation> violations(RecordStore store) {
    return store
        .context()
        .join(
            store.builds().violations(INDEX, Continuation.START, ScanOptions.defaults()).asList());
  }

  private List<UniquenessViolation> violations() {
    return build.in(store -> CompletableFuture.completedFuture(violations(store)));
  }

  private IndexState markReadable() {
    return build.in(store -> store.builds().markReadable(INDEX));
  }

  @Test
  void indexWithoutDuplicatesBecomesReadable() {
    save(1, "a");
    save(2, "b");
    assertEquals(IndexState.READABLE, build());
    assertThrows(RecordLayerException.class, () -> save(3, "a"));
  }

  @Test
  void indexWithDuplicatesIsPendingAndListsThem() {
    save(1, "a");
    save(2, "b");
    save(3, "a");
    build.in(store -> store.save(Note.newBuilder().setId(4).build()));
    build.in(store -> store.save(Note.newBuilder().setId(5).build()));
    assertEquals(IndexState.UNIQUE_PENDING, build());
    List<UniquenessViolation> found = violations();
    assertEquals(1, found.size());
    assertEquals(Tuple.from("a"), found.get(0).columns());
    assertEquals(
        List.of(Tuple.from(1), Tuple.from(3)),
        found.get(0).entries().stream().map(IndexEntry::primaryKey).toList());
  }

  @Test
  void pendingIndexIsReadAndLetsNoMoreDuplicatesIn() {
    save(1, "a");
    save(2, "a");
    save(3, "b");
    build();
    for (String author : List.of("a", "b")) {
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> save(4, author));
      assertEquals(Code.UNIQUENESS_VIOLATION, refused.code());
    }
    save(4, "c");
    build.in(
        store ->
            store
                .scanIndex(INDEX, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList()
                .thenAccept(entries -> assertEquals(4, entries.size())));
  }

  @Test
  void violationThatIsGoneLeavesNothingBehind() {
    save(1, "a");
    save(2, "a");
    save(3, "b");
    save(4, "b");
    assertEquals(IndexState.UNIQUE_PENDING, build());
    delete(1);
    assertEquals(IndexState.UNIQUE_PENDING, markReadable());
    assertEquals(1, violations().size());
    save(4, "other");
    assertEquals(List.of(), violations());
    assertEquals(IndexState.READABLE, markReadable());
    assertEquals(List.of(), build.rows(4, INDEX));
  }

  @Test
  void violationThatIsGoneBeforeTheEndIsNone() {
    build.in(store -> store.builds().markWriteOnly(INDEX));
    save(1, "a");
    save(2, "a");
    assertEquals(1, violations().size());
    delete(2);
    assertEquals(IndexState.READABLE, build());
  }

  @Test
  void violationIsResolvedByDeletingAllButOne() {
    save(1, "a");
    save(2, "a");
    save(3, "a");
    build();
    int deleted =
        build.in(
            store -> {
              UniquenessViolation found = violations(store).get(0);
              return store.builds().resolve(found, found.entries().get(1));
            });
    assertEquals(2, deleted);
    assertEquals(IndexState.READABLE, markReadable());
    build.in(
        store ->
            store.load("Note", Tuple.from(2)).thenAccept(left -> assertTrue(left.isPresent())));
  }

  @Test
  void uniqueIndexIsMarkedReadableInATransactionThatHasNotWrittenToIt() {
    build();
    build.in(store -> store.builds().markWriteOnly(INDEX));
    assertThrows(
        IllegalStateException.class,
        () ->
            build.in(
                store ->
                    store
                        .save(note(1, "a"))
                        .thenCompose(saved -> store.builds().markReadable(INDEX))));
  }

  @Test
  void violationsCanBeListedInPages() {
    for (int id = 0; id < 20; id++) {
      save(id, "a" + id / 2);
    }
    build();
    List<Tuple> found = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      Continuation at = from;
      var page =
          build.in(
              store ->
                  store
                      .builds()
                      .violations(INDEX, at, ScanOptions.defaults().withRowsMax(3))
                      .asPage());
      page.items().forEach(each -> found.add(each.columns()));
      from = page.continuation();
    }
    assertEquals(10, found.size());
    assertEquals(found.stream().sorted().distinct().toList(), found);
  }

  /** Saves of few authors while builders run; at the end the state is that of the records. */
  @RepeatedTest(5)
  void pendingMeansThatThereAreDuplicates(RepetitionInfo repetition) {
    RandomGenerator random =
        Seeds.random("UniquenessBuildTest " + repetition.getCurrentRepetition());
    Map<Long, String> authors = new TreeMap<>();
    for (long id = 0; id < 10; id++) {
      save(id, "a" + id % 9);
      authors.put(id, "a" + id % 9);
    }
    CompletableFuture<BuildResult> running =
        build.indexer(INDEX).slices(SliceLimits.defaults().withRecords(1, 1)).build().run();
    for (int i = 0; i < 30; i++) {
      long id = random.nextInt(12);
      String author = "a" + random.nextInt(20);
      try {
        save(id, author);
        authors.put(id, author);
      } catch (RecordLayerException e) {
        assertEquals(Code.UNIQUENESS_VIOLATION, e.code());
      }
    }
    build.test.database.join(running);
    boolean unique = authors.values().stream().distinct().count() == authors.size();
    assertEquals(unique ? IndexState.READABLE : IndexState.UNIQUE_PENDING, markReadable());
    assertEquals(unique, violations().isEmpty());
  }
}
