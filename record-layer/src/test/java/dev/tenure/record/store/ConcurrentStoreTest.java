package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Many transactions at once, with faults planted: indexes and counts fit the records at the end.
 */
final class ConcurrentStoreTest {
  private static final int CHAINS = 8;
  private static final int RUNS = 40;
  private static final RunOptions PATIENT =
      RunOptions.defaults()
          .withAttemptsMax(1_000)
          .withDelays(Duration.ofNanos(1), Duration.ofMillis(5));

  private final TestDatabase test = new TestDatabase();
  private final RecordDatabase withMarkers =
      test.builder().commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p")).build();

  @AfterEach
  void close() {
    test.close();
  }

  @RepeatedTest(3)
  void indexesAndCountsFitTheRecordsWhateverHappened() {
    RandomGenerator random = Seeds.random("ConcurrentStoreTest");
    test.inStore(store -> CompletableFuture.completedFuture(store));
    CommitFault[] faults = CommitFault.values();
    random
        .ints(CHAINS * RUNS, 0, 20)
        .forEach(i -> test.faults.plant(i < faults.length ? faults[i] : CommitFault.NONE));
    List<CompletableFuture<Long>> chains = new ArrayList<>();
    for (int i = 0; i < CHAINS; i++) {
      chains.add(chain(random.nextLong()));
    }

    long added = chains.stream().mapToLong(test.database::join).sum();

    assertEquals(added, test.count("notes", new Tuple()), "notes added, each exactly once");
    test.inStore(
        store -> {
          assertFits(store);
          return CompletableFuture.completedFuture(null);
        });
  }

  /** Runs one after another; gives how many notes they added less how many they deleted. */
  private CompletableFuture<Long> chain(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    CompletableFuture<Long> chain = CompletableFuture.completedFuture(0L);
    for (int i = 0; i < RUNS; i++) {
      long id = random.nextInt(30);
      int kind = random.nextInt(3);
      chain =
          chain.thenCompose(
              sum ->
                  withMarkers
                      .run(
                          PATIENT,
                          context ->
                              test.open(context).thenCompose(store -> change(store, kind, id)))
                      .thenApply(delta -> sum + delta));
    }
    return chain;
  }

  private static CompletableFuture<Long> change(RecordStore store, int kind, long id) {
    Note note =
        Note.newBuilder()
            .setId(id)
            .setTitle("title-" + kind)
            .addTag("t" + id % 3)
            .addTag("k" + kind)
            .build();
    HotItem item = Notes.item("z" + kind, "id" + id, id);
    return store
        .load("Note", Tuple.from(id))
        .thenCompose(
            old ->
                store
                    .save(item)
                    .thenCompose(
                        saved ->
                            kind == 0
                                ? store
                                    .delete("Note", Tuple.from(id))
                                    .thenApply(deleted -> deleted ? -1L : 0L)
                                : store
                                    .save(note)
                                    .thenApply(replaced -> old.isPresent() ? 0L : 1L)));
  }

  private static void assertFits(RecordStore store) {
    ScanOptions options = ScanOptions.defaults();
    List<StoredRecord> notes =
        join(store, store.scan("Note", TupleRange.all(), Continuation.START, options).asList());
    List<Tuple> tags = new ArrayList<>();
    Map<Tuple, Long> tagCounts = new TreeMap<>();
    for (StoredRecord stored : notes) {
      for (String tag : stored.message(Note.class).getTagList()) {
        tags.add(Tuple.from(tag).addAll(stored.primaryKey()));
        tagCounts.merge(Tuple.from(tag), 1L, Long::sum);
      }
    }
    assertEquals(tags.stream().sorted().toList(), keys(store, "by-tag"));
    assertEquals(tagCounts, counts(store, "tags"));

    List<StoredRecord> items =
        join(store, store.scan("HotItem", TupleRange.all(), Continuation.START, options).asList());
    List<Tuple> vestings = new ArrayList<>();
    Map<Tuple, Long> groups = new TreeMap<>();
    for (StoredRecord stored : items) {
      HotItem item = stored.message(HotItem.class);
      vestings.add(Tuple.from(item.getZone(), item.getPriority(), item.getVesting()));
      groups.merge(Tuple.from(item.getZone(), item.getType()), 1L, Long::sum);
    }
    assertEquals(vestings.stream().sorted().toList(), keys(store, "by-vesting"));
    assertEquals(groups, counts(store, "items"));
  }

  private static List<Tuple> keys(RecordStore store, String index) {
    return join(
        store,
        store
            .scanIndex(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .map(IndexEntry::key)
            .asList());
  }

  private static Map<Tuple, Long> counts(RecordStore store, String index) {
    Map<Tuple, Long> counts = new TreeMap<>();
    join(
            store,
            store
                .scanCounts(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList())
        .forEach(entry -> counts.put(entry.key(), entry.value().getLong(0)));
    return counts;
  }

  private static <T> T join(RecordStore store, CompletableFuture<T> future) {
    return store.context().join(future);
  }
}
