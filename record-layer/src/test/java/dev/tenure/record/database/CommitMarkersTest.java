package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextCommit;
import dev.tenure.record.context.ContextName;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.PendingCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CommitMarkersTest {
  private static final byte[] KEY = {'k'};
  private static final byte[] ONE = PendingCounts.encode(1);
  private static final RunOptions FAST =
      RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));

  private final TestDatabase test = new TestDatabase();
  private final RecordDatabase withMarkers =
      test.builder().commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p1")).build();

  @AfterEach
  void close() {
    test.close();
  }

  private static CompletableFuture<Integer> increment(RecordContext context) {
    context.mutate(MutationType.ADD, KEY, ONE);
    return CompletableFuture.completedFuture(context.attempt());
  }

  private long value() {
    byte[] value = test.run(context -> context.get(KEY, false));
    return value == null ? 0 : PendingCounts.decode(value, "k");
  }

  private int markerKeys() {
    return test.run(
        context ->
            context
                .transaction()
                .getRange(test.commitMarkers().range())
                .asList()
                .thenApply(List::size));
  }

  @Test
  void unknownResultThatWasAppliedGivesTheValueOfThatAttempt() {
    CompletableFuture<Integer> hook = new CompletableFuture<>();
    List<RecordContext> contexts = new ArrayList<>();
    test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);

    int attempt =
        withMarkers.join(
            withMarkers.run(
                FAST,
                context -> {
                  contexts.add(context);
                  context.afterCommit(() -> hook.complete(context.attempt()));
                  return increment(context);
                }));

    assertEquals(0, attempt);
    assertEquals(1, value());
    assertEquals(1, contexts.size());
    long readVersion = test.run(RecordContext::readVersion);
    assertTrue(contexts.get(0).committedVersion() <= readVersion);
    assertTrue(contexts.get(0).committedVersion() > 0);
    assertEquals(0, withMarkers.join(hook));
  }

  @Test
  void unknownResultThatWasNotAppliedRunsTheBodyAgain() {
    test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);

    assertEquals(1, withMarkers.join(withMarkers.run(FAST, CommitMarkersTest::increment)));

    assertEquals(1, value());
  }

  @Test
  void unknownResultWhileSettlingIsSettledAgain() {
    test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);

    assertEquals(1, withMarkers.join(withMarkers.run(FAST, CommitMarkersTest::increment)));

    assertEquals(1, value());
    assertTrue(test.faults.isUsedUp());
  }

  @Test
  void lateCommitConflictsOnceItsMarkerIsSettled() {
    CommitMarkers markers =
        new CommitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p2"), 1);
    CommitMarker marker = test.database.join(markers.take());
    ContextCommit commit = test.database.open(ContextOptions.defaults(), ContextName.ALONE);
    RecordContext late = commit.context();
    late.join(late.get(KEY, true));
    late.join(marker.write(commit, markers.nextNote()));
    late.set(KEY, ONE);

    boolean applied = test.run(context -> markers.settle(context, marker)).isApplied();
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> late.join(late.commit()));
    late.close();

    assertFalse(applied);
    assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, refused.code());
  }

  @Test
  void commitThatTimesOutIsSettledAndDoesNotComeLate() {
    RecordLayerException timedOut =
        assertThrows(
            RecordLayerException.class,
            () ->
                withMarkers.join(
                    withMarkers.run(
                        FAST,
                        context -> {
                          test.faults.delay(Duration.ofMillis(200));
                          context.transaction().options().setTimeout(50);
                          return increment(context);
                        })));
    test.faults.delay(Duration.ofMillis(400));
    test.<Integer>run(CommitMarkersTest::nothing);

    assertEquals(RecordLayerException.Code.TIMED_OUT, timedOut.code());
    assertFalse(timedOut.maybeCommitted(), "its marker tells that it is not, and never will be");
    assertEquals(0, value());
  }

  @Test
  void transactionsAtOldReadVersionsShareAMarkerWithoutConflict() {
    long version = test.run(RecordContext::readVersion);
    RunOptions old = FAST.withContext(ContextOptions.defaults().withReadVersion(version));

    for (int i = 0; i < 5; i++) {
      assertEquals(0, withMarkers.join(withMarkers.run(old, CommitMarkersTest::increment)));
    }

    assertEquals(5, value());
    assertEquals(1, markerKeys());
  }

  @Test
  void everyRunIsAppliedOnceWhateverTheCommitsSay() {
    RandomGenerator random = Seeds.random("CommitMarkersTest");
    CommitFault[] faults = CommitFault.values();
    random.ints(300, 0, faults.length).forEach(i -> test.faults.plant(faults[i]));
    List<CompletableFuture<Integer>> runs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      runs.add(withMarkers.run(FAST, CommitMarkersTest::increment));
    }
    runs.forEach(withMarkers::join);
    while (!test.faults.isUsedUp()) {
      test.<Integer>run(CommitMarkersTest::nothing);
    }

    assertEquals(100, value());
  }

  private static CompletableFuture<Integer> nothing(RecordContext context) {
    context.set(new byte[] {'x'}, ONE);
    return CompletableFuture.completedFuture(0);
  }

  @Test
  void runsWaitForAMarkerWhenAllAreTaken() {
    RecordDatabase narrow =
        test.builder()
            .commitMarkers(new CommitMarkerOptions(test.commitMarkers(), "p3", 1))
            .build();
    List<CompletableFuture<Integer>> runs = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      runs.add(narrow.run(FAST, CommitMarkersTest::increment));
    }
    runs.forEach(narrow::join);

    assertEquals(30, value());
    assertEquals(1, markerKeys());
  }

  @Test
  void markerThatCannotBeSettledIsGivenUpForAnother() {
    RecordDatabase narrow =
        test.builder()
            .commitMarkers(new CommitMarkerOptions(test.commitMarkers(), "p4", 1))
            .build();
    test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    for (int i = 0; i < 30; i++) {
      test.faults.plant(CommitFault.NOT_COMMITTED);
    }

    RecordLayerException unknown =
        assertThrows(
            RecordLayerException.class,
            () -> narrow.join(narrow.run(FAST, CommitMarkersTest::increment)));
    assertTrue(unknown.maybeCommitted());
    assertEquals(RecordLayerException.Code.COMMIT_UNKNOWN, unknown.code());
    assertTrue(
        String.valueOf(unknown.getSuppressed()[0].getMessage())
            .startsWith("settling an unknown commit of run, attempt 30 of 30"));
    narrow.join(narrow.run(FAST, CommitMarkersTest::increment));

    assertEquals(1, value());
    assertEquals(
        List.of(Tuple.from("p4", 1, 1)),
        test.run(
            context ->
                context
                    .transaction()
                    .getRange(test.commitMarkers().range())
                    .asList()
                    .thenApply(
                        rows ->
                            rows.stream()
                                .map(row -> test.commitMarkers().unpack(row.getKey()))
                                .toList())));
  }

  @Test
  void readOnlyAndIdempotentRunsHaveNoMarker() {
    withMarkers.join(withMarkers.run(context -> context.get(KEY, false)));
    withMarkers.join(withMarkers.run(FAST.withIdempotent(true), CommitMarkersTest::increment));

    assertEquals(0, markerKeys());
  }

  @Test
  void unknownResultOfWritesTheContextDoesNotKnowIsAnError() {
    test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);

    RecordLayerException unknown =
        assertThrows(
            RecordLayerException.class,
            () ->
                withMarkers.join(
                    withMarkers.run(
                        FAST,
                        context -> {
                          context.transaction().set(KEY, ONE);
                          return CompletableFuture.completedFuture(null);
                        })));

    assertEquals(RecordLayerException.Code.COMMIT_UNKNOWN, unknown.code());
    assertTrue(unknown.maybeCommitted());
  }

  @Test
  void processesAreListedWithTheirHeartbeatsAndCleared() {
    withMarkers.join(withMarkers.heartbeat());
    withMarkers.join(withMarkers.run(CommitMarkersTest::increment));
    RecordDatabase other =
        test.builder().commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p2")).build();
    other.join(other.run(CommitMarkersTest::increment));

    Map<String, Instant> processes = withMarkers.join(withMarkers.markerProcesses());
    assertEquals(List.of("p1", "p2"), List.copyOf(processes.keySet()));
    assertEquals(test.clock.instant(), processes.get("p1"));
    assertEquals(Instant.EPOCH, processes.get("p2"));

    withMarkers.join(withMarkers.clearCommitMarkers("p1"));
    assertEquals(1, markerKeys());
    assertThrows(IllegalStateException.class, () -> test.database.heartbeat());
  }
}
