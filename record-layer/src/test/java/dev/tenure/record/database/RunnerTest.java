package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.PendingCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RunnerTest {
  private static final byte[] KEY = {'k'};
  private static final byte[] ONE = PendingCounts.encode(1);
  private static final RunOptions FAST =
      RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private static CompletableFuture<Integer> increment(RecordContext context) {
    context.mutate(MutationType.ADD, KEY, ONE);
    return CompletableFuture.completedFuture(context.attempt());
  }

  private static long valueOf(TestDatabase test) {
    byte[] value = test.run(context -> context.get(KEY, false));
    return value == null ? 0 : PendingCounts.decode(value, "k");
  }

  @Test
  void bodysWritesAreCommittedAndItsValueReturned() {
    assertEquals(0, test.<Integer>run(RunnerTest::increment));
    assertEquals(1, valueOf(test));
  }

  @Test
  void conflictRunsTheBodyAgainInANewTransaction() {
    List<Integer> attempts = new ArrayList<>();

    test.database.join(
        test.database.run(
            FAST,
            context -> {
              attempts.add(context.attempt());
              return context
                  .get(KEY, false)
                  .thenAccept(
                      seen -> {
                        if (context.attempt() < 2) {
                          test.<Integer>run(RunnerTest::increment);
                        }
                        context.set(KEY, seen == null ? ONE : seen);
                      });
            }));

    assertEquals(List.of(0, 1, 2), attempts);
    assertEquals(2, valueOf(test));
  }

  @Test
  void retryableErrorsOfTheBodyAndTheCommitAreRetried() {
    test.faults.plant(CommitFault.NOT_COMMITTED);
    test.faults.plant(CommitFault.TRANSACTION_TOO_OLD);

    int attempt =
        test.database.join(
            test.database.run(
                FAST,
                context -> {
                  if (context.attempt() == 0) {
                    throw new FDBException("too old", 1007);
                  }
                  if (context.attempt() == 1) {
                    return CompletableFuture.failedFuture(new FDBException("future", 1009));
                  }
                  return increment(context);
                }));

    assertEquals(4, attempt);
    assertEquals(1, valueOf(test));
  }

  @Test
  void otherErrorsOfTheBodyAreItsFailureAndNothingIsCommitted() {
    IllegalArgumentException bug = new IllegalArgumentException("bug");
    AtomicInteger runs = new AtomicInteger();

    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                test.run(
                    context -> {
                      runs.incrementAndGet();
                      context.set(KEY, ONE);
                      return CompletableFuture.failedFuture(bug);
                    }));

    assertSame(bug, thrown);
    assertEquals(1, runs.get());
    assertEquals(0, valueOf(test));
  }

  @Test
  void errorsOfFoundationDbThatCannotBeRetriedKeepTheirCode() {
    RecordLayerException thrown =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.run(
                    context ->
                        CompletableFuture.failedFuture(new FDBException("too large", 2101))));

    assertEquals(RecordLayerException.Code.TRANSACTION_TOO_LARGE, thrown.code());
    assertEquals(2101, thrown.fdbCode().orElseThrow());
    assertEquals(false, thrown.retryable());
    assertEquals(false, thrown.maybeCommitted());
  }

  @Test
  void attemptsEndAtTheirLimit() {
    AtomicInteger runs = new AtomicInteger();

    RecordLayerException thrown =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    test.database.run(
                        FAST.withName("count up").withAttemptsMax(3),
                        context -> {
                          runs.incrementAndGet();
                          return CompletableFuture.failedFuture(new FDBException("old", 1007));
                        })));

    assertEquals(3, runs.get());
    assertEquals(RecordLayerException.Code.TRANSACTION_TOO_OLD, thrown.code());
    assertTrue(thrown.retryable());
    assertEquals("count up, attempt 3 of 3: FoundationDB error 1007: old", thrown.getMessage());
  }

  @Test
  void bodyWithoutAFutureFails() {
    assertThrows(NullPointerException.class, () -> test.run(RunnerTest::nothing));
  }

  @SuppressWarnings("NullAway") // the caller's bug this test is about
  private static CompletableFuture<Void> nothing(RecordContext context) {
    return null;
  }

  @Test
  void contextIsClosedAfterwardsAndKeepsItsCommittedVersion() {
    List<RecordContext> contexts = new ArrayList<>();
    test.<Integer>run(
        context -> {
          contexts.add(context);
          return increment(context);
        });

    RecordContext ended = contexts.get(0);
    assertTrue(ended.committedVersion() > 0);
    assertThrows(IllegalStateException.class, () -> ended.set(KEY, ONE));
    assertThrows(IllegalStateException.class, ended::commit);
  }

  @Test
  void readOnlyBodyHasNoCommittedVersion() {
    List<RecordContext> contexts = new ArrayList<>();
    test.run(
        context -> {
          contexts.add(context);
          return context.get(KEY, false);
        });

    assertEquals(-1, contexts.get(0).committedVersion());
  }

  @Test
  void optionsAreAppliedToEveryAttempt() {
    long version = test.run(RecordContext::readVersion);
    test.<Integer>run(RunnerTest::increment);
    List<Long> versions = new ArrayList<>();

    test.database.join(
        test.database.run(
            FAST.withContext(ContextOptions.defaults().withReadVersion(version)),
            context ->
                context
                    .readVersion()
                    .thenAccept(
                        readVersion -> {
                          versions.add(readVersion);
                          if (context.attempt() == 0) {
                            throw new FDBException("again", 1009);
                          }
                        })));

    assertEquals(List.of(version, version), versions);
  }

  @Test
  void unknownResultWithoutCommitMarkersRunsTheBodyAgain() {
    test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);
    assertEquals(1, test.database.join(test.database.run(FAST, RunnerTest::increment)));
    assertEquals(2, valueOf(test), "at least once, as documented");

    test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    test.database.join(test.database.run(FAST, RunnerTest::increment));
    assertEquals(3, valueOf(test));
  }

  @Test
  void bodyThatMetAnotherUnknownCommitRunsAgainOnlyWhenIdempotent() {
    AtomicInteger runs = new AtomicInteger();
    Function<RecordContext, CompletableFuture<Integer>> body =
        context -> {
          if (runs.getAndIncrement() == 0) {
            return CompletableFuture.failedFuture(new FDBException("of another commit", 1021));
          }
          return CompletableFuture.completedFuture(runs.get());
        };

    RecordLayerException unknown =
        assertThrows(
            RecordLayerException.class, () -> test.database.join(test.database.run(FAST, body)));
    assertEquals(1, runs.getAndSet(0));
    assertTrue(unknown.maybeCommitted());

    assertEquals(2, test.database.join(test.database.run(FAST.withIdempotent(true), body)));
  }

  @Test
  void durabilityOptionReachesEveryCommit() {
    test.faults.plant(CommitFault.NOT_COMMITTED);

    int attempt =
        test.database.join(
            test.database.run(
                FAST.withContext(ContextOptions.defaults().withDurabilityRisky(true)),
                RunnerTest::increment));

    assertEquals(1, attempt);
    assertTrue(test.faults.lastCommit().durabilityRisky());
    test.<Integer>run(RunnerTest::increment);
    assertEquals(false, test.faults.lastCommit().durabilityRisky());
  }

  @Test
  void retryOnAnExecutorThatWasShutDownFailsInsteadOfWaitingForEver() {
    ExecutorService gone = Executors.newSingleThreadExecutor();
    gone.shutdown();
    RecordDatabase stopped = test.builder().executor(gone).build();

    assertThrows(
        RejectedExecutionException.class,
        () ->
            stopped.join(
                stopped.run(
                    FAST,
                    context -> CompletableFuture.failedFuture(new FDBException("too old", 1007)))));
  }
}
