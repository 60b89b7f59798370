package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.database.RetryListener.Retry;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.TransactionOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a run ends that does not succeed, and what it tells. */
final class RunLimitsTest {
  private static final byte[] KEY = {'k'};
  private static final RunOptions FAST =
      RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));

  private final TestDatabase test = new TestDatabase();
  private final AtomicInteger attempts = new AtomicInteger();

  @AfterEach
  void close() {
    test.close();
  }

  private static CompletableFuture<Integer> failing(int code) {
    return CompletableFuture.failedFuture(new FDBException("number " + code, code));
  }

  /** A run whose attempts fail with 1009, and take a second each. */
  private CompletableFuture<Integer> slowRun(RunOptions options) {
    return test.database.run(
        options,
        context -> {
          attempts.incrementAndGet();
          test.clock.advance(Duration.ofSeconds(1));
          return failing(1009);
        });
  }

  @Test
  void noAttemptBeginsAfterTheLongestTime() {
    RecordLayerException late =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    slowRun(FAST.withName("slow").withTimeMax(Duration.ofMillis(2500)))));

    assertEquals(3, attempts.get());
    assertEquals(
        "slow, attempt 3 of 30, after PT3S of at most PT2.5S: FoundationDB error 1009: number 1009",
        late.getMessage());
  }

  @Test
  void delayThatWouldEndTooLateIsNotWaitedFor() {
    Duration hour = Duration.ofHours(1);
    assertThrows(
        RecordLayerException.class,
        () ->
            test.database.join(
                slowRun(FAST.withDelays(hour, hour).withTimeMax(Duration.ofMinutes(20)))));

    assertEquals(1, attempts.get());
  }

  @Test
  void withNoTimeAtAllThereIsOneAttempt() {
    assertThrows(
        RecordLayerException.class,
        () -> test.database.join(slowRun(FAST.withTimeMax(Duration.ZERO))));

    assertEquals(1, attempts.get());
  }

  @Test
  void lastErrorKeepsTheLastFourBeforeIt() {
    RecordLayerException last =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    test.database.run(
                        FAST.withAttemptsMax(7),
                        context ->
                            failing(
                                List.of(1007, 1009, 1020, 1037, 1038, 1042, 1051)
                                    .get(context.attempt())))));

    assertEquals(1051, last.fdbCode().orElseThrow());
    assertEquals(
        List.of(1020, 1037, 1038, 1042),
        Arrays.stream(last.getSuppressed())
            .map(error -> FdbErrorPredicates.codeOf(error).orElse(0))
            .toList());
  }

  @Test
  void bodysOwnErrorKeepsTheHistoryAndIsNotSuppressedInItself() {
    FDBException again = new FDBException("again", 1009);
    ArithmeticException own = new ArithmeticException("own");
    ArithmeticException thrown =
        assertThrows(
            ArithmeticException.class,
            () ->
                test.database.join(
                    test.database.run(
                        FAST,
                        context ->
                            CompletableFuture.failedFuture(context.attempt() == 0 ? again : own))));
    assertSame(own, thrown);
    assertEquals(List.of(again), List.of(own.getSuppressed()));

    RecordLayerException same =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    test.database.run(
                        FAST.withAttemptsMax(2),
                        context -> CompletableFuture.failedFuture(again))));
    assertEquals(0, same.getSuppressed().length);
  }

  @Test
  void listenerIsToldOfEveryRetryAndCannotBreakTheRun() {
    List<Retry> retries = new ArrayList<>();
    RunOptions told =
        FAST.withName("told")
            .withRetryListener(
                retry -> {
                  retries.add(retry);
                  throw new IllegalStateException("a listener that throws");
                });

    int attempt =
        test.database.join(
            test.database.run(
                told,
                context ->
                    context.attempt() < 2
                        ? failing(1009)
                        : CompletableFuture.completedFuture(context.attempt())));

    assertEquals(2, attempt);
    assertEquals(List.of(0, 1), retries.stream().map(Retry::attempt).toList());
    assertEquals("told", retries.get(0).run());
    assertEquals(1009, FdbErrorPredicates.codeOf(retries.get(0).error()).orElseThrow());
    assertFalse(retries.get(0).maybeCommitted());
    assertTrue(retries.get(0).delay().compareTo(Duration.ofNanos(1)) <= 0);
  }

  @Test
  void cancelledRunMakesNoFurtherAttempt() {
    CompletableFuture<Integer> bodyEnds = new CompletableFuture<>();
    CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<Integer> run =
        test.database.run(
            FAST,
            context -> {
              attempts.incrementAndGet();
              context.afterClose(outcome::complete);
              return bodyEnds;
            });

    run.cancel(true);
    bodyEnds.completeExceptionally(new FDBException("again", 1009));

    assertEquals(TransactionOutcome.FAILED, test.database.join(outcome));
    assertThrows(CancellationException.class, () -> test.database.join(run));
    assertEquals(1, attempts.get());
  }

  @Test
  void cancelledRunIsNotCommitted() {
    for (RecordDatabase database : List.of(test.database, withMarkers())) {
      CompletableFuture<Integer> bodyEnds = new CompletableFuture<>();
      CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
      CompletableFuture<Integer> run =
          database.run(
              FAST,
              context -> {
                context.afterClose(outcome::complete);
                context.set(KEY, KEY);
                return bodyEnds;
              });
      run.cancel(true);
      bodyEnds.complete(1);
      assertEquals(TransactionOutcome.ABANDONED, test.database.join(outcome));
    }
    byte[] found = test.run(context -> context.get(KEY, false));
    assertNull(found);
  }

  private RecordDatabase withMarkers() {
    return test.builder().commitMarkers(CommitMarkerOptions.of(test.commitMarkers(), "p1")).build();
  }

  @Test
  void runCancelledDuringItsChecksIsNotCommitted() {
    CompletableFuture<Void> check = new CompletableFuture<>();
    CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<Integer> run =
        withMarkers()
            .run(
                FAST,
                context -> {
                  context.set(KEY, KEY);
                  context.afterClose(outcome::complete);
                  context.addCommitCheck(() -> check);
                  return CompletableFuture.completedFuture(1);
                });
    run.cancel(true);
    check.complete(null);

    assertEquals(TransactionOutcome.FAILED, test.database.join(outcome));
    byte[] found = test.run(context -> context.get(KEY, false));
    assertNull(found);
  }
}
