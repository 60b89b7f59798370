package dev.tenure.testkit.scheduling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

class DeterministicSchedulerTest {
  private final DeterministicScheduler scheduler = DeterministicScheduler.seeded(1);
  private final SimulatedProcess process = scheduler.process("p");
  private final List<String> log = new ArrayList<>();

  @Test
  void timeJumpsToTheNextTimerWhenNothingIsReady() {
    Instant start = scheduler.now();
    later(90, "late");
    later(10, "early");
    scheduler.runFor(Duration.ofSeconds(100));
    assertEquals(List.of("early", "late"), log);
    assertEquals(start.plusSeconds(100), scheduler.now());
  }

  @Test
  void withPrioritiesOneProcessRunsForLongBeforeTheOther() {
    assertTrue(changesOfProcess(SchedulerOptions.Order.RANDOM) > 300);
    assertTrue(changesOfProcess(SchedulerOptions.Order.PRIORITY) < 50);
    assertTrue(changesOfProcess(SchedulerOptions.Order.PRIORITY) > 0);
  }

  /** How often the process changes from a task to the next, of 1,000 tasks of two processes. */
  private static int changesOfProcess(SchedulerOptions.Order order) {
    DeterministicScheduler scheduler =
        DeterministicScheduler.of(SchedulerOptions.seeded(1).withOrder(order));
    StringBuilder ran = new StringBuilder();
    for (String name : List.of("a", "b")) {
      SimulatedProcess process = scheduler.process(name);
      for (int i = 0; i < 500; i++) {
        process.executor().execute(() -> ran.append(name));
      }
    }
    scheduler.runReady();
    int changes = 0;
    for (int i = 1; i < ran.length(); i++) {
      changes += ran.charAt(i) == ran.charAt(i - 1) ? 0 : 1;
    }
    return changes;
  }

  @Test
  void runUntilATimeLeavesLaterTimersAlone() {
    later(10, "due");
    later(11, "not due");
    scheduler.runFor(Duration.ofSeconds(10));
    assertEquals(List.of("due"), log);
  }

  @Test
  void joinRunsTasksUntilTheFutureIsDoneAndNoFurther() {
    CompletableFuture<String> future = new CompletableFuture<>();
    ScheduledFuture<?> completion =
        process.timer().schedule(() -> future.complete("value"), 5, SECONDS);
    later(6, "after");
    assertEquals("value", scheduler.join(future));
    assertTrue(completion.isDone());
    assertEquals(Duration.ofSeconds(5), scheduler.elapsed());
    assertEquals(List.of(), log);
  }

  @Test
  void joinSaysThatNothingIsScheduledInsteadOfHanging() {
    StuckException stuck =
        assertThrows(StuckException.class, () -> scheduler.join(new CompletableFuture<>()));
    assertSays("nothing is scheduled", stuck);
    assertSays("p (up)", stuck);
  }

  @Test
  void joinGivesUpAfterTheVirtualTimeAllowed() {
    ScheduledFuture<?> beat =
        process.timer().scheduleAtFixedRate(() -> log.add("beat"), 1, 1, SECONDS);
    StuckException stuck =
        assertThrows(StuckException.class, () -> scheduler.join(new CompletableFuture<>()));
    assertSays("PT1H of virtual time", stuck);
    assertEquals(3600, log.size());
    assertFalse(beat.isDone());
  }

  @Test
  void aLoopWithoutEndIsStopped() {
    DeterministicScheduler small =
        DeterministicScheduler.of(SchedulerOptions.seeded(1).withTasksMax(100));
    repeat(small.process("p"));
    RunawayException runaway = assertThrows(RunawayException.class, small::runReady);
    assertSays("more than 100 tasks", runaway);
  }

  @Test
  void joinInsideATaskOfALibraryThreadIsRefused() {
    CompletableFuture<String> future = new CompletableFuture<>();
    process.executor().execute(() -> scheduler.join(future));
    StuckException stuck = assertThrows(StuckException.class, scheduler::runReady);
    assertSays("belongs to the library", stuck);
  }

  @Test
  void joinInsideATaskOfTheCallersThreadRunsOtherTasks() {
    CompletableFuture<String> future = new CompletableFuture<>();
    process.blockingExecutor().execute(() -> log.add(scheduler.join(future)));
    ScheduledFuture<?> completion =
        process.timer().schedule(() -> future.complete("value"), 5, SECONDS);
    scheduler.runFor(Duration.ofSeconds(5));
    assertTrue(completion.isDone());
    assertEquals(List.of("value"), log);
  }

  @Test
  void readyTasksRunInEveryOrderOverTheSeeds() {
    Set<List<Integer>> orders =
        new TreeSet<>((left, right) -> left.toString().compareTo(right.toString()));
    for (int seed = 0; seed < 100; seed++) {
      orders.add(orderOfThree(SchedulerOptions.seeded(seed)));
    }
    assertEquals(6, orders.size());
  }

  @Test
  void readyTasksRunInTheirOrderWhenFifo() {
    for (int seed = 0; seed < 10; seed++) {
      SchedulerOptions options =
          SchedulerOptions.seeded(seed).withOrder(SchedulerOptions.Order.FIFO);
      assertEquals(List.of(0, 1, 2), orderOfThree(options));
    }
  }

  @Test
  void serialExecutorKeepsItsOrderWhateverTheSeed() {
    for (int seed = 0; seed < 20; seed++) {
      DeterministicScheduler random = DeterministicScheduler.seeded(seed);
      List<Integer> ran = new ArrayList<>();
      var serial = random.process("p").serialExecutor();
      for (int number = 0; number < 5; number++) {
        int each = number;
        serial.execute(() -> ran.add(each));
      }
      random.runReady();
      assertEquals(List.of(0, 1, 2, 3, 4), ran);
    }
  }

  @Test
  void sameSeedGivesTheSameTraceByteForByte() {
    assertEquals(traceOf(7), traceOf(7));
    assertNotEquals(traceOf(7), traceOf(8));
  }

  @Test
  void aTaskCostMovesTheClock() {
    DeterministicScheduler costly =
        DeterministicScheduler.of(SchedulerOptions.seeded(1).withTaskCostMax(Duration.ofMillis(1)));
    SimulatedProcess worker = costly.process("p");
    for (int task = 0; task < 100; task++) {
      worker.executor().execute(() -> log.add("ran"));
    }
    costly.runReady();
    assertTrue(costly.elapsed().toMillis() >= 10, () -> "took " + costly.elapsed());
    assertTrue(costly.elapsed().toMillis() <= 100, () -> "took " + costly.elapsed());
  }

  @Test
  void anExceptionThatEscapesATaskEndsTheRun() {
    process
        .executor()
        .execute(
            () -> {
              throw new IllegalArgumentException("bug");
            });
    assertEquals(
        "bug", assertThrows(IllegalArgumentException.class, scheduler::runReady).getMessage());
    assertTrue(scheduler.trace().tail().get(1).contains("bug"));
  }

  @Test
  void anExceptionOfATimedTaskIsListed() {
    ScheduledFuture<?> failed =
        process
            .timer()
            .schedule(
                () -> {
                  throw new IllegalArgumentException("bug");
                },
                1,
                MILLISECONDS);
    scheduler.runFor(Duration.ofSeconds(1));
    assertTrue(failed.isDone());
    assertEquals("bug", scheduler.failures().get(0).getMessage());
  }

  @Test
  void aTaskFromAnotherThreadIsRefused() {
    CompletableFuture<Void> foreign =
        CompletableFuture.runAsync(() -> process.executor().execute(() -> log.add("never")));
    CompletionException refused = assertThrows(CompletionException.class, foreign::join);
    assertSays("used the scheduler of thread", refused);
  }

  @Test
  void aCheckAfterEachTaskCanEndTheRun() {
    scheduler.afterEachTask(
        ran -> {
          if (log.size() == 2) {
            throw new IllegalStateException("two is too many");
          }
        });
    for (int task = 0; task < 5; task++) {
      process.executor().execute(() -> log.add("ran"));
    }
    assertThrows(IllegalStateException.class, scheduler::runReady);
    assertEquals(2, log.size());
  }

  private static void assertSays(String words, Throwable thrown) {
    assertTrue(thrown.toString().contains(words), thrown::toString);
  }

  private void later(long seconds, String entry) {
    ScheduledFuture<?> timer = process.timer().schedule(() -> log.add(entry), seconds, SECONDS);
    assertEquals(seconds, timer.getDelay(SECONDS));
  }

  private static void repeat(SimulatedProcess process) {
    process.executor().execute(() -> repeat(process));
  }

  private static List<Integer> orderOfThree(SchedulerOptions options) {
    DeterministicScheduler scheduler = DeterministicScheduler.of(options);
    SimulatedProcess process = scheduler.process("p");
    List<Integer> order = new ArrayList<>();
    for (int task = 0; task < 3; task++) {
      int each = task;
      process.executor().execute(() -> order.add(each));
    }
    scheduler.runReady();
    return order;
  }

  private static String traceOf(long seed) {
    DeterministicScheduler scheduler = DeterministicScheduler.seeded(seed);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    scheduler.trace().copyTo(lines);
    for (String name : List.of("a", "b", "c")) {
      SimulatedProcess process = scheduler.process(name);
      ScheduledFuture<?> timer =
          process
              .timer()
              .scheduleAtFixedRate(
                  () -> process.executor().execute(() -> scheduler.note(name)), 1, 1, SECONDS);
      assertFalse(timer.isDone());
    }
    scheduler.runFor(Duration.ofSeconds(20));
    return scheduler.trace().hash() + "\n" + lines.toString(UTF_8);
  }
}
