package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.ManualClock;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordDatabase;
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
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Pauses pauses = new Pauses();
  private boolean executorIsGone;
  private final EmbeddedDatabase engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder().commitExecutor(tasks::add).executor(tasks::add).build());
  private final RecordDatabase database =
      RecordDatabase.builder(engine)
          .clock(new ManualClock())
          .random(new Random(7))
          .executor(this::execute)
          .timer(pauses)
          .build();

  /** The subjects of each transaction. */
  private final List<List<Integer>> transactions = new ArrayList<>();

  private final List<RecordContext> contexts = new ArrayList<>();
  private final LateChecks<Integer> checks = new LateChecks<>(database, "late", this::check);

  /** A timer whose pauses are over when the test says so. */
  private static final class Pauses extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> pending = new ArrayDeque<>();
    private final List<Long> micros = new ArrayList<>();

    Pauses() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (isShutdown()) {
        throw new RejectedExecutionException("shut down");
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

  private CompletableFuture<Void> check(RecordContext context, Integer subject) {
    if (!contexts.contains(context)) {
      contexts.add(context);
      transactions.add(new ArrayList<>());
    }
    transactions.get(transactions.size() - 1).add(subject);
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
  void withoutATimerNothingIsCheckedAnyMoreAndNobodyFails() {
    pauses.shutdownNow();
    checks.add(1);
    runTasks();
    checks.add(2);
    runTasks();
    assertEquals(List.of(List.of(1)), transactions);
  }

  @Test
  void withoutAnExecutorNobodyFails() {
    executorIsGone = true;
    checks.add(1);
    runTasks();
    assertEquals(List.of(), transactions);
  }
}
