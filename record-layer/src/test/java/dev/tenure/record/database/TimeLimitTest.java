package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.Proxies;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of transactions on a database that stops answering. */
final class TimeLimitTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LONGEST = TIMEOUT.multipliedBy(2).plusSeconds(2);
  private static final byte[] KEY = {'k'};
  private static final int POINTS = 8;

  private final VirtualTime timer = new VirtualTime();
  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder()
              .clock(new ManualClock())
              .executor(Runnable::run)
              .commitExecutor(Runnable::run)
              .timer(new VirtualTime())
              .build());
  private final Withholding hanging = new Withholding(engine, Integer.MAX_VALUE);
  private final RecordDatabase plain =
      RecordDatabase.builder(hanging.database)
          .clock(new ManualClock())
          .random(new SplittableRandom(7))
          .executor(Runnable::run)
          .timer(timer)
          .commitMarkers(new CommitMarkerOptions(new Subspace(new byte[] {'l'}), "p", 1))
          .build();
  private final RecordDatabase database =
      plain.withTimeout(TIMEOUT, (run, limit, cause) -> new Unanswered(run, limit, cause));

  private static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unanswered(String run, Duration limit, RecordLayerException cause) {
      super(run + " within " + limit, cause);
    }

    RecordLayerException told() {
      return RecordLayerException.toldOf(this).orElseThrow();
    }
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static CompletableFuture<String> body(RecordContext context) {
    return context
        .get(KEY, false)
        .thenApply(
            found -> {
              context.set(KEY, new byte[] {1});
              return "done";
            });
  }

  private Throwable failure(CompletableFuture<?> future) {
    while (!future.isDone() && timer.step()) {
      assertTrue(timer.elapsed().compareTo(LONGEST) <= 0, "still waiting after " + timer.elapsed());
    }
    return FdbErrorPredicates.unwrap(assertThrows(CompletionException.class, future::join));
  }

  private void assertAtRest() {
    assertEquals(0, hanging.open(), "transactions left open");
    while (timer.step()) {}
    assertEquals(0, timer.timersWaiting());
  }

  private byte @Nullable [] value() {
    hanging.answer(Integer.MAX_VALUE);
    return plain.join(plain.run(context -> context.get(KEY, false)));
  }

  @Test
  void runEndsWhereverTheDatabaseStopsAnswering() {
    int commits = 0;
    for (int answers = 0; answers < POINTS; answers++) {
      Duration began = timer.elapsed();
      hanging.answer(answers);
      CompletableFuture<String> run =
          database.run(RunOptions.defaults().withName("save"), TimeLimitTest::body);
      if (run.isDone()) {
        assertEquals("done", run.join());
        assertTrue(commits > 0, "no commit was withheld");
        assertAtRest();
        return;
      }
      while (!run.isDone() && timer.step()) {}
      Duration took = timer.elapsed().minus(began);
      assertTrue(took.compareTo(LONGEST) <= 0, answers + " answers took " + took);
      Unanswered error = (Unanswered) failureNow(run);
      assertEquals("save within PT10S", error.getMessage());
      assertEquals(Code.TIMED_OUT, error.told().code());
      boolean submitted = hanging.withheldCommits() > commits;
      commits = hanging.withheldCommits();
      assertEquals(submitted, error.told().maybeCommitted(), answers + " answers");
      assertAtRest();
    }
    throw new AssertionError("the run needs more than " + POINTS + " answers");
  }

  @Test
  void everyRunEndsThoughTheClientRefusesToCancelAndTheExecutorRejectsAllTasks() {
    boolean[] rejecting = new boolean[1];
    RecordDatabase rejected =
        RecordDatabase.builder(Proxies.changed(hanging.database, TimeLimitTest::uncancelled))
            .clock(new ManualClock())
            .random(new SplittableRandom(7))
            .executor(
                task -> {
                  if (rejecting[0]) {
                    throw planted();
                  }
                  task.run();
                })
            .timer(timer)
            .build()
            .withTimeout(TIMEOUT, (run, limit, cause) -> new Unanswered(run, limit, cause));
    hanging.answer(0);
    List<CompletableFuture<String>> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(rejected.run(TimeLimitTest::body));
    }
    rejecting[0] = true;
    timer.pass(LONGEST);
    runs.forEach(run -> assertTrue(run.isCompletedExceptionally(), "a run waits for ever"));
    assertEquals(0, timer.timersWaiting());
  }

  private static Transaction uncancelled(Transaction made) {
    return Proxies.around(
        Transaction.class,
        made,
        (method, usual) -> {
          if (method.equals("cancel")) {
            throw planted();
          }
          return usual.call();
        });
  }

  private static RejectedExecutionException planted() {
    return new RejectedExecutionException("planted: the pool is full");
  }

  private static Throwable failureNow(CompletableFuture<?> future) {
    return FdbErrorPredicates.unwrap(assertThrows(CompletionException.class, future::join));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commitThatWasNotAnsweredIsLookedUpOnceTheDatabaseAnswersAgain(boolean applied) {
    if (applied) {
      hanging.applyWithheldCommits();
    }
    hanging.answer(2);
    CompletableFuture<String> run = database.run(TimeLimitTest::body);
    while (hanging.withheldCommits() == 0 && timer.step()) {}
    assertEquals(1, hanging.withheldCommits());
    hanging.answer(Integer.MAX_VALUE);

    if (applied) {
      while (!run.isDone() && timer.step()) {}
      assertEquals("done", run.join());
      assertArrayEquals(new byte[] {1}, value());
    } else {
      Unanswered error = (Unanswered) failure(run);
      assertFalse(error.told().maybeCommitted());
      assertNull(value());
    }
    assertAtRest();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void lookUpThatIsNotAnsweredEndsTheRunAsPerhapsCommitted(int answersToTheLookUp) {
    hanging.answer(2);
    CompletableFuture<String> run = database.run(TimeLimitTest::body);
    assertEquals(1, hanging.withheldCommits());
    hanging.answer(answersToTheLookUp);

    Unanswered error = (Unanswered) failure(run);

    assertTrue(error.told().maybeCommitted());
    assertAtRest();
  }

  @Test
  void markerGivenUpByAHungCommitDoesNotKeepOthersWaiting() {
    hanging.answer(2);
    CompletableFuture<String> hung = database.run(TimeLimitTest::body);
    hanging.answer(Integer.MAX_VALUE);
    CompletableFuture<String> waiting = database.run(TimeLimitTest::body);
    assertFalse(waiting.isDone(), "the only marker is taken");
    hanging.answer(1);

    failure(waiting);
    failure(hung);
    hanging.answer(Integer.MAX_VALUE);

    assertEquals("done", database.run(TimeLimitTest::body).join());
    assertAtRest();
  }

  @Test
  void boundedReadOfAnOpenContextEndsAndTheTransactionIsCancelled() {
    hanging.answer(0);
    RecordContext context = database.openContext();
    CompletableFuture<byte[]> read =
        context.bounded(context.get(KEY, false)).whenComplete((value, error) -> context.close());

    Unanswered error = (Unanswered) failure(read);

    assertEquals("context within PT10S", error.getMessage());
    assertEquals(Code.TIMED_OUT, error.told().code());
    assertAtRest();
  }

  @Test
  void overdueTransactionIsCancelledSoThatItsUnboundedReadsEnd() {
    hanging.answer(0);
    try (RecordContext context = database.openContext()) {
      var unused = context.get(KEY, false);
      while (timer.step()) {}
      assertEquals(1, hanging.cancelled());
    }
  }

  @Test
  void overdueAttemptIsCancelledBeforeItsContextIsClosed() {
    hanging.answer(0);
    failure(database.run(TimeLimitTest::body));
    assertEquals(1, hanging.cancelled());
  }

  @Test
  void bodysFailureOnAnotherDatabaseThatTimedOutStaysWhatItIs() {
    RuntimeException other =
        new Unanswered(
            "other",
            TIMEOUT,
            (RecordLayerException) RecordLayerException.of(new FDBException("t", 1031)));
    assertEquals(other, failure(database.run(context -> CompletableFuture.failedFuture(other))));
  }

  @Test
  void ownTimeoutOfTheOptionsIsKeptWithASecondOfGrace() {
    hanging.answer(0);
    RunOptions own =
        RunOptions.defaults()
            .withContext(ContextOptions.defaults().withTimeout(Duration.ofSeconds(2)));

    CompletableFuture<String> run = database.run(own, TimeLimitTest::body);
    while (!run.isDone() && timer.step()) {}

    assertEquals("run within PT2S", failureNow(run).getMessage());
    assertTrue(timer.elapsed().compareTo(Duration.ofSeconds(4)) <= 0, "took " + timer.elapsed());
    assertAtRest();
  }

  @Test
  void bodyThatNeverEndsIsGivenUpAndNotCommitted() {
    CompletableFuture<String> never = new CompletableFuture<>();
    CompletableFuture<String> run =
        database.run(
            context -> {
              context.set(KEY, new byte[] {1});
              return never;
            });

    failure(run);
    never.complete("late");

    assertNull(value());
    assertAtRest();
  }

  @Test
  void checkThatEndsTooLateDoesNotCommit() {
    CompletableFuture<Void> never = new CompletableFuture<>();
    CompletableFuture<String> run =
        database.run(
            context -> {
              context.set(KEY, new byte[] {1});
              context.addCommitCheck(() -> never);
              return CompletableFuture.completedFuture("done");
            });

    Unanswered error = (Unanswered) failure(run);
    never.complete(null);

    assertFalse(error.told().maybeCommitted());
    assertNull(value());
    assertAtRest();
  }

  @Test
  void nothingIsScheduledWhileNothingIsOpen() {
    for (int i = 0; i < 100; i++) {
      assertEquals("done", database.run(TimeLimitTest::body).join());
    }
    assertEquals(1, timer.timersWaiting());
    timer.step();
    assertEquals(0, timer.timersWaiting());
  }

  @Test
  void databaseWithoutALimitWaitsForEver() {
    hanging.answer(0);
    CompletableFuture<String> run = plain.run(TimeLimitTest::body);
    while (timer.step()) {}
    assertFalse(run.isDone());
    assertEquals(0, timer.timersWaiting());
    assertTrue(hanging.hasWithheld());
  }

  @Test
  void overdueFutureIsToldOnceAndAFinishedOneNever() {
    AtomicInteger told = new AtomicInteger();
    CompletableFuture<Void> slow = new CompletableFuture<>();
    CompletableFuture<Void> quick = new CompletableFuture<>();
    database.whenOverdue(slow, Duration.ofSeconds(1), told::incrementAndGet);
    database.whenOverdue(quick, Duration.ofSeconds(1), told::incrementAndGet);
    quick.complete(null);

    while (timer.step()) {}

    assertEquals(1, told.get());
    assertTrue(timer.elapsed().compareTo(Duration.ofSeconds(2)) <= 0, "took " + timer.elapsed());
  }
}
