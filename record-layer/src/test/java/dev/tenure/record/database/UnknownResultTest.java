package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import dev.tenure.record.Proxies;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.LateCommits.Fate;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run makes of a commit whose result it is not told. */
final class UnknownResultTest {
  private static final byte[] KEY = {'k'};
  private static final RunOptions FAST =
      RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));

  private final TestDatabase test = new TestDatabase();
  private final LateCommits commits = new LateCommits(test.engine);
  private final MemoryMeters meters = new MemoryMeters();
  private final RecordDatabase plain = test.builder(commits.database).meters(meters).build();
  private final RecordDatabase withMarkers =
      test.builder(commits.database)
          .meters(meters)
          .commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p1"))
          .build();

  @AfterEach
  void close() {
    test.close();
  }

  private static CompletableFuture<Integer> increment(RecordContext context) {
    context.mutate(MutationType.ADD, KEY, new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
    return CompletableFuture.completedFuture(context.attempt());
  }

  private long value() {
    byte[] value = test.run(context -> context.get(KEY, false));
    return value == null ? 0 : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private enum Mode {
    MARKERS,
    IDEMPOTENT,
    NO_MARKERS
  }

  private CompletableFuture<Integer> run(Mode mode) {
    return switch (mode) {
      case MARKERS -> withMarkers.run(FAST, UnknownResultTest::increment);
      case IDEMPOTENT -> withMarkers.run(FAST.withIdempotent(true), UnknownResultTest::increment);
      case NO_MARKERS -> plain.run(FAST, UnknownResultTest::increment);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "MARKERS, APPLIED, 0, 1, 0",
    "MARKERS, NOT_APPLIED, 1, 1, 0",
    "MARKERS, LATE_BEFORE_THE_NEXT_COMMIT, 0, 1, 0",
    "MARKERS, LATE_AFTER_THE_RUN, 1, 1, 1",
    "IDEMPOTENT, APPLIED, 1, 2, 0",
    "IDEMPOTENT, NOT_APPLIED, 1, 1, 0",
    "IDEMPOTENT, LATE_BEFORE_THE_NEXT_COMMIT, 1, 2, 0",
    "IDEMPOTENT, LATE_AFTER_THE_RUN, 1, 2, 0",
    "NO_MARKERS, APPLIED, 1, 2, 0",
    "NO_MARKERS, NOT_APPLIED, 1, 1, 0",
    "NO_MARKERS, LATE_BEFORE_THE_NEXT_COMMIT, 1, 2, 0",
    "NO_MARKERS, LATE_AFTER_THE_RUN, 1, 2, 0",
  })
  void unknownCommitIsAppliedOnceWithCommitMarkersAndAtLeastOnceWithout(
      Mode mode, Fate fate, int attempt, long value, int refused) {
    long expected = 0;
    for (int code : new int[] {1021, 1039}) {
      commits.plant(code, fate);
      assertEquals(attempt, plain.join(run(mode)), "attempt after " + code);
      commits.release(fate);
      expected += value;
      assertEquals(expected, value(), "value after " + code);
    }
    assertEquals(2 * refused, commits.refused());
    assertTrue(commits.isUsedUp());
  }

  @ParameterizedTest
  @CsvSource({
    "MARKERS, APPLIED, true, false, 1",
    "MARKERS, NOT_APPLIED, false, false, 0",
    "MARKERS, LATE_BEFORE_THE_NEXT_COMMIT, true, false, 1",
    "MARKERS, LATE_AFTER_THE_RUN, false, false, 0",
    "IDEMPOTENT, APPLIED, false, true, 1",
    "IDEMPOTENT, NOT_APPLIED, false, true, 0",
    "IDEMPOTENT, LATE_AFTER_THE_RUN, false, true, 1",
    "NO_MARKERS, APPLIED, false, true, 1",
    "NO_MARKERS, NOT_APPLIED, false, true, 0",
    "NO_MARKERS, LATE_AFTER_THE_RUN, false, true, 1",
  })
  void commitThatTimesOutSucceedsOrSaysWhetherItMayBeApplied(
      Mode mode, Fate fate, boolean succeeds, boolean maybeCommitted, long value) {
    commits.plant(1031, fate);
    if (succeeds) {
      assertEquals(0, plain.join(run(mode)));
    } else {
      RecordLayerException timedOut =
          assertThrows(RecordLayerException.class, () -> plain.join(run(mode)));
      assertEquals(Code.TIMED_OUT, timedOut.code());
      assertEquals(maybeCommitted, timedOut.maybeCommitted());
    }
    commits.release(fate);

    assertEquals(value, value());
  }

  @Test
  void everySequenceOfAnswersWhileSettlingIsAppliedOnce() {
    long runs = 0;
    for (Fate first : Fate.values()) {
      for (Fate second : Fate.values()) {
        for (int code : new int[] {1007, 1020, 1021, 1039}) {
          commits.plant(1021, first);
          commits.plant(code, code == 1007 || code == 1020 ? Fate.NOT_APPLIED : second);
          plain.join(run(Mode.MARKERS));
          commits.release(Fate.LATE_AFTER_THE_RUN);
          runs++;
          assertEquals(runs, value(), first + ", then " + code + " and " + second);
        }
      }
    }
  }

  @Test
  void resultsAreCounted() {
    for (Fate fate : List.of(Fate.APPLIED, Fate.NOT_APPLIED)) {
      commits.plant(1021, fate);
      plain.join(run(Mode.MARKERS));
    }
    commits.plant(1021, Fate.APPLIED);
    plain.join(run(Mode.NO_MARKERS));

    assertEquals(1, meters.count(RecordCounter.UNKNOWN_RESULTS_APPLIED));
    assertEquals(1, meters.count(RecordCounter.UNKNOWN_RESULTS_NOT_APPLIED));
    assertEquals(1, meters.count(RecordCounter.UNKNOWN_RESULTS_UNSETTLED));
    assertEquals(2, meters.count(RecordCounter.RETRIES, "run"));
  }

  @Test
  void hooksAreToldOfTheSettledResult() {
    List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
    commits.plant(1021, Fate.NOT_APPLIED);
    commits.plant(1007, Fate.NOT_APPLIED);
    commits.plant(1021, Fate.APPLIED);

    withMarkers.join(
        withMarkers.run(
            FAST,
            context -> {
              CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
              outcomes.add(outcome);
              context.afterClose(outcome::complete);
              return increment(context);
            }));
    commits.plant(1021, Fate.APPLIED);
    plain.join(
        plain.run(
            FAST,
            context -> {
              CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
              outcomes.add(outcome);
              context.afterClose(outcome::complete);
              return increment(context);
            }));

    assertEquals(
        List.of(
            TransactionOutcome.FAILED,
            TransactionOutcome.COMMITTED,
            TransactionOutcome.UNKNOWN,
            TransactionOutcome.COMMITTED),
        outcomes.stream().map(test.database::join).toList());
  }

  @Test
  void versionstampIsFoundForACommitWithUnknownResult() {
    List<CompletableFuture<byte[]>> stamps = new ArrayList<>();
    List<RecordContext> contexts = new ArrayList<>();
    commits.plant(1021, Fate.NOT_APPLIED);
    commits.plant(1007, Fate.NOT_APPLIED);
    commits.plant(1039, Fate.APPLIED);

    withMarkers.join(
        withMarkers.run(
            FAST,
            context -> {
              contexts.add(context);
              stamps.add(context.versionstamp());
              context
                  .transaction()
                  .mutate(MutationType.SET_VERSIONSTAMPED_VALUE, new byte[] {'s'}, new byte[14]);
              return increment(context);
            }));

    byte[] stored = test.run(context -> context.get(new byte[] {'s'}, false));
    assertArrayEquals(stored, stamps.get(1).join());
    assertEquals(ByteBuffer.wrap(stored).getLong(), contexts.get(1).committedVersion());
    assertTrue(stamps.get(0).isCompletedExceptionally());
    assertEquals(1, value());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void contextClosedBeforeTheAnswerIsLookedUpInItsMarker(boolean applied) {
    Queue<RecordContext> open = new ConcurrentLinkedQueue<>();
    RecordDatabase closing =
        test.builder(
                Proxies.transactions(
                    test.engine,
                    (made, method, usual) -> {
                      if (!method.equals("commit") || open.isEmpty()) {
                        return usual.call();
                      }
                      CompletableFuture<Void> answered =
                          applied ? made.commit() : CompletableFuture.completedFuture(null);
                      Object closed = answered.thenRun(() -> open.remove().close());
                      return closed;
                    }))
            .commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p9"))
            .build();
    CompletableFuture<Integer> run =
        closing.run(
            FAST,
            context -> {
              open.add(context);
              return increment(context);
            });

    if (applied) {
      assertEquals(0, closing.join(run));
    } else {
      assertThrows(IllegalStateException.class, () -> closing.join(run));
    }
    assertEquals(applied ? 1 : 0, value());
  }

  private static CompletableFuture<Integer> versionChanged() {
    return CompletableFuture.failedFuture(new FDBException("version", 1039));
  }

  @Test
  void changeOfTheClustersVersionInAReadRunsTheBodyAgain() {
    int attempt =
        withMarkers.join(
            withMarkers.run(
                FAST, context -> context.attempt() == 0 ? versionChanged() : increment(context)));
    assertEquals(1, attempt);
    attempt =
        withMarkers.join(
            withMarkers.run(
                FAST,
                context -> {
                  if (context.attempt() == 0) {
                    context.addCommitCheck(() -> versionChanged().thenAccept(never -> {}));
                  }
                  return increment(context);
                }));
    assertEquals(1, attempt);
    assertEquals(2, value());
  }

  @Test
  void checkThatMetAnotherUnknownCommitDoesNotRunTheBodyAgain() {
    List<Integer> attempts = new ArrayList<>();
    RecordLayerException unknown =
        assertThrows(
            RecordLayerException.class,
            () ->
                withMarkers.join(
                    withMarkers.run(
                        FAST,
                        context -> {
                          attempts.add(context.attempt());
                          context.addCommitCheck(
                              () ->
                                  plain
                                      .run(
                                          FAST.withAttemptsMax(1).withName("inner"),
                                          inner -> {
                                            commits.plant(1021, Fate.APPLIED);
                                            return increment(inner);
                                          })
                                      .thenAccept(done -> {}));
                          return increment(context);
                        })));

    assertTrue(unknown.maybeCommitted());
    assertEquals(List.of(0), attempts);
    assertEquals(1, value());
  }

  @Test
  void failureAfterAnAttemptThatMayBeAppliedSaysSo() {
    commits.plant(1021, Fate.APPLIED);
    commits.plant(1020, Fate.NOT_APPLIED);
    commits.plant(1020, Fate.NOT_APPLIED);

    RecordLayerException conflict =
        assertThrows(
            RecordLayerException.class,
            () -> plain.join(plain.run(FAST.withAttemptsMax(3), UnknownResultTest::increment)));

    assertEquals(Code.COMMIT_CONFLICT, conflict.code());
    assertTrue(conflict.maybeCommitted());
    commits.plant(1020, Fate.NOT_APPLIED);
    assertFalse(
        assertThrows(
                RecordLayerException.class,
                () -> plain.join(plain.run(FAST.withAttemptsMax(1), UnknownResultTest::increment)))
            .maybeCommitted());
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void ownErrorOfTheBodyAfterAnAttemptThatMayBeAppliedSaysSo(Mode mode) {
    commits.plant(1021, mode == Mode.MARKERS ? Fate.NOT_APPLIED : Fate.APPLIED);
    IllegalStateException own = new IllegalStateException("no more seats");
    Throwable error =
        assertThrows(
            IllegalStateException.class,
            () ->
                plain.join(
                    (mode == Mode.NO_MARKERS ? plain : withMarkers)
                        .run(
                            FAST.withIdempotent(mode == Mode.IDEMPOTENT),
                            context -> {
                              if (context.attempt() > 0) {
                                throw own;
                              }
                              return increment(context);
                            })));

    assertSame(own, error);
    assertEquals(mode != Mode.MARKERS, RecordLayerException.maybeCommitted(error));
    assertEquals(
        mode != Mode.MARKERS,
        RecordLayerException.maybeCommitted(new CompletionException(new Exception(error))));
  }

  @Test
  void retryThatIsRefusedAfterAnAttemptThatMayBeAppliedSaysSo() {
    commits.plant(1021, Fate.APPLIED);
    ScheduledExecutorService ended = Executors.newSingleThreadScheduledExecutor();
    ended.shutdown();
    RecordDatabase stopping = test.builder(commits.database).timer(ended).build();
    Throwable error =
        assertThrows(
            RejectedExecutionException.class,
            () -> plain.join(stopping.run(FAST, UnknownResultTest::increment)));
    assertTrue(RecordLayerException.maybeCommitted(error));
  }

  @Test
  void settlingIsAsUrgentAsTheRunAndReadsAtAFreshVersion() {
    ContextOptions timed = ContextOptions.defaults().withTimeout(Duration.ofMinutes(2));

    assertEquals(timed.timeout(), timed.withTag("t").withReadVersion(5).settling().timeout());
    assertEquals(List.of("t"), timed.withTag("t").settling().tags());
    assertTrue(timed.withReadVersion(5).settling().readVersion().isEmpty());
  }
}
