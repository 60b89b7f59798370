package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.subject;
import static dev.tenure.record.index.aggregate.SubjectStore.value;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commits whose results are unknown. Without commit markers, the runner runs the body again, also
 * after a commit that was applied: it then finds the record as it saved it, and adds nothing to
 * counts and sums; only a count of saves counts twice. With commit markers it does not run again
 * what was applied.
 */
final class AggregateUnknownResultTest {
  private static final int CHAINS = 8;
  private static final int RUNS = 30;
  private static final RunOptions PATIENT =
      RunOptions.defaults()
          .withAttemptsMax(1_000)
          .withDelays(Duration.ofNanos(1), Duration.ofMillis(5));

  private final SubjectStore store =
      new SubjectStore(
          Index.count("count", empty()),
          Index.of("updates", Index.COUNT_UPDATES, empty()),
          Index.aggregate("sum", Index.SUM, empty(), field("score")).clearWhenZero(),
          Index.aggregate("tags", Index.COUNT_NOT_NULL, empty(), field("tag", FanType.FAN_OUT)),
          Index.aggregate("greatest", Index.PERMUTED_MAX, empty(), field("score")),
          Index.aggregate("bits", Index.BITMAP_VALUE, empty(), field("slot")).unique());

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsAndSumsEqualBruteForce(boolean markers) {
    RandomGenerator random = Seeds.random("AggregateUnknownResultTest " + markers);
    RecordDatabase database =
        markers
            ? store
                .test
                .builder()
                .commitMarkers(CommitMarkerOptions.of(store.test.commitMarkers(), "p"))
                .build()
            : store.test.database;
    CommitFault[] faults = CommitFault.values();
    random
        .ints((long) CHAINS * RUNS, 0, 12)
        .forEach(i -> store.test.faults.plant(i < faults.length ? faults[i] : CommitFault.NONE));
    List<CompletableFuture<Long>> chains = new ArrayList<>();
    for (int i = 0; i < CHAINS; i++) {
      chains.add(chain(database, random.nextLong()));
    }

    long saves = chains.stream().mapToLong(store.test.database::join).sum();

    assertTrue(store.test.faults.isUsedUp());
    store.in(
        open -> {
          assertFits(open);
          long updates = value(open, "updates").orElseThrow().getLong(0);
          assertTrue(markers ? updates == saves : updates > saves, updates + " of " + saves);
        });
  }

  /** Transactions one after another; gives how many saves they made. */
  private CompletableFuture<Long> chain(RecordDatabase database, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    CompletableFuture<Long> chain = CompletableFuture.completedFuture(0L);
    for (int i = 0; i < RUNS; i++) {
      long id = random.nextInt(12);
      Subject subject =
          subject("red", id, random.nextLong(-4, 5)).toBuilder().setSlot(id).addTag("x").build();
      boolean gone = random.nextInt(3) == 0;
      chain =
          chain.thenCompose(
              saves ->
                  database
                      .run(
                          PATIENT,
                          context ->
                              store.open(context).thenCompose(open -> change(open, subject, gone)))
                      .thenApply(nothing -> gone ? saves : saves + 1));
    }
    return chain;
  }

  private static CompletableFuture<Boolean> change(
      RecordStore open, Subject subject, boolean gone) {
    return gone
        ? open.delete("Subject", Tuple.from("red", subject.getId()))
        : open.save(subject).thenApply(saved -> true);
  }

  private static void assertFits(RecordStore open) {
    List<Subject> all = SubjectStore.subjects(open);
    long sum = all.stream().mapToLong(Subject::getScore).sum();
    long tags = all.stream().mapToLong(Subject::getTagCount).sum();
    assertEquals((long) all.size(), value(open, "count").orElseThrow().getLong(0));
    assertEquals(tags, value(open, "tags").orElseThrow().getLong(0));
    assertEquals(sum, value(open, "sum").map(each -> each.getLong(0)).orElse(0L));
    assertEquals(
        all.stream().map(Subject::getScore).max(Long::compare),
        value(open, "greatest").map(each -> each.getLong(0)));
    List<Long> slots = all.stream().map(Subject::getSlot).sorted().toList();
    assertEquals(
        Optional.of(slots),
        Optional.of(
            open.context()
                .join(
                    BitmapQuery.of(open.index("bits"), new Tuple())
                        .positions(Continuation.START, ScanOptions.defaults())
                        .asList())));
  }
}
