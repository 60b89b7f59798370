package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When checks after commits are made, and how many share a transaction. */
class LateChecksTest {
  private static final int THROWS = -100;
  private static final int LOST = -200;
  private static final long TICK_MILLIS = 500;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Pauses pauses = new Pauses();
  private final ManualClock clock = new ManualClock();
  private boolean executorIsGone;
  private boolean clockFails;
  private final EmbeddedDatabase engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder()
              .clock(new ManualClock())
              .commitExecutor(tasks::add)
              .executor(tasks::add)
              .build());
  private final RecordDatabase database =
      RecordDatabase.builder(engine)
          .clock(this::instant)
          .random(new Random(7))
          .executor(this::execute)
          .timer(pauses)
          .build();

  /** The subjects of each transaction. */
  private final List<List<Integer>> transactions = new ArrayList<>();

  private final List<Integer> committed = new ArrayList<>();

  private final List<RecordContext> contexts = new ArrayList<>();
  private final LateChecks<Integer> checks = new LateChecks<>(database, "late", this::check);

  /** A timer whose pauses are over when the test says so. */
  private static final class Pauses extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> pending = new ArrayDeque<>();
    private final Queue<Runnable> ticks = new ArrayDeque<>();
    private final List<Long> micros = new ArrayList<>();

    Pauses() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (isShutdown()) {
        throw new RejectedExecutionException("shut down");
      }
      if (unit.toMillis(delay) == TICK_MILLIS) {
        ticks.add(command);
        return super.schedule(() -> {}, 1, TimeUnit.DAYS);
      }
      pending.add(command);
      micros.add(unit.toMicros(delay));
      return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }
  }

  private void execute(Runnable task) {
    if (executorIsGone) {
      throw new RejectedExecutionException("shut down");
    }
    tasks.add(task);
  }

  private Instant instant() {
    if (clockFails) {
      throw new IllegalStateException("no clock");
    }
    return clock.instant();
  }

  private CompletableFuture<Void> check(RecordContext context, Integer subject) {
    if (!contexts.contains(context)) {
      contexts.add(context);
      transactions.add(new ArrayList<>());
    }
    transactions.get(transactions.size() - 1).add(subject);
    context.whenCommitted(() -> committed.add(subject));
    if (subject == LOST) {
      return new CompletableFuture<>();
    }
    if (subject == THROWS) {
      throw new ArithmeticException("check of " + subject);
    }
    return subject < 0
        ? CompletableFuture.failedFuture(new ArithmeticException("check of " + subject))
        : CompletableFuture.completedFuture(null);
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void endPause() {
    pauses.pending.remove().run();
    runTasks();
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      pauses.ticks.remove().run();
      runTasks();
    }
  }

  @AfterEach
  void close() {
    engine.close();
    pauses.shutdownNow();
  }

  @Test
  void firstIsCheckedAtOnceAndOffItsCallersThread() {
    checks.add(1);
    assertEquals(List.of(), transactions);
    runTasks();
    assertEquals(List.of(List.of(1)), transactions);
    assertEquals(List.of(1_000L), pauses.micros);
  }

  @Test
  void whatComesDuringThePauseSharesTheNextTransaction() {
    checks.add(1);
    runTasks();
    checks.add(2);
    runTasks();
    checks.add(3);
    runTasks();
    assertEquals(List.of(List.of(1)), transactions);
    endPause();
    assertEquals(List.of(List.of(1), List.of(2, 3)), transactions);
  }

  @Test
  void afterAPauseInWhichNothingCameTheNextIsCheckedAtOnce() {
    checks.add(1);
    runTasks();
    endPause();
    assertTrue(pauses.pending.isEmpty());
    checks.add(2);
    runTasks();
    assertEquals(List.of(List.of(1), List.of(2)), transactions);
  }

  @Test
  void aTransactionHasABoundedNumber() {
    IntStream.range(0, 300).forEach(checks::add);
    runTasks();
    endPause();
    endPause();
    assertEquals(List.of(128, 128, 44), transactions.stream().map(List::size).toList());
    assertEquals(
        IntStream.range(0, 300).boxed().toList(),
        transactions.stream().flatMap(List::stream).toList());
  }

  @Test
  void checkThatFailsKeepsTheNextNotBack() {
    checks.add(-1);
    runTasks();
    checks.add(2);
    endPause();
    assertEquals(List.of(List.of(-1), List.of(2)), transactions);
  }

  /** Seed 961069 of the drills: the answer was lost with a task that the executor rejected. */
  @Test
  void checkWhoseAnswerIsLostKeepsTheNextBackForFourSecondsAtMost() {
    checks.add(LOST);
    runTasks();
    checks.add(2);
    tick(6);
    assertTrue(pauses.pending.isEmpty());
    tick(1);
    endPause();
    assertEquals(List.of(List.of(LOST), List.of(2)), transactions);
  }

  @Test
  void whatIsTooManyIsDroppedAndTheRestChecked() {
    IntStream.range(0, 10_001).forEach(checks::add);
    runTasks();
    while (!pauses.pending.isEmpty()) {
      endPause();
    }
    assertEquals(10_000, transactions.stream().mapToInt(List::size).sum());
    checks.add(20_000);
    runTasks();
    assertEquals(List.of(20_000), transactions.get(transactions.size() - 1));
  }

  @Test
  void whatIsWrongWithOneSubjectKeepsNoOtherFromItsCheck() {
    checks.add(1);
    checks.add(-1);
    checks.add(THROWS);
    checks.add(2);
    runTasks();
    assertEquals(List.of(List.of(1, -1, THROWS, 2)), transactions);
    assertTrue(committed.containsAll(List.of(1, 2)), committed::toString);
  }

  @Test
  void afterARejectionTheNextSubjectTriesAgain() {
    executorIsGone = true;
    checks.add(1);
    runTasks();
    assertEquals(List.of(), transactions);
    executorIsGone = false;
    checks.add(2);
    runTasks();
    assertEquals(List.of(List.of(1, 2)), transactions);
  }

  @Test
  void afterARejectionAtTheEndOfAPauseTheNextSubjectTriesAgain() {
    checks.add(1);
    runTasks();
    checks.add(2);
    executorIsGone = true;
    endPause();
    executorIsGone = false;
    checks.add(3);
    runTasks();
    assertEquals(List.of(List.of(1), List.of(2, 3)), transactions);
  }

  @Test
  void afterManyRejectionsSubjectsAreBoundedAndTheNextTriesAgain() {
    executorIsGone = true;
    IntStream.range(0, 10_005).forEach(checks::add);
    executorIsGone = false;
    checks.add(20_000);
    runTasks();
    while (!pauses.pending.isEmpty()) {
      endPause();
    }
    assertEquals(10_000, transactions.stream().mapToInt(List::size).sum());
  }

  @Test
  void afterADatabaseThatThrowsTheRestIsChecked() {
    clockFails = true;
    checks.add(1);
    runTasks();
    clockFails = false;
    checks.add(2);
    endPause();
    assertEquals(List.of(List.of(2)), transactions);
  }

  @Test
  void withoutATimerThereAreNoPauses() {
    pauses.shutdownNow();
    IntStream.range(0, 129).forEach(checks::add);
    runTasks();
    assertEquals(List.of(128, 1), transactions.stream().map(List::size).toList());
    checks.add(200);
    runTasks();
    assertEquals(List.of(200), transactions.get(2));
  }

  @Test
  void subjectsOfOneKeyAreCheckedTogetherWhileTheyWait() {
    LateChecks<Integer> merged =
        new LateChecks<>(database, "late", subject -> subject % 10, Math::max, this::check);
    merged.add(1);
    merged.add(2);
    merged.add(21);
    merged.add(11);
    runTasks();
    merged.add(1);
    endPause();
    assertEquals(List.of(List.of(21, 2), List.of(1)), transactions);
  }

  @Test
  void subjectsOfOneKeyAreMergedWhenThereAreTooMany() {
    LateChecks<Integer> merged =
        new LateChecks<>(database, "late", subject -> subject % 10_000, Math::max, this::check);
    IntStream.range(0, 10_000).forEach(merged::add);
    merged.add(10_003);
    runTasks();
    assertEquals(10_003, transactions.get(0).get(3));
  }
}
