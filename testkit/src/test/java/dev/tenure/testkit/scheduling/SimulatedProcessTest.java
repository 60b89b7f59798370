package dev.tenure.testkit.scheduling;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

class SimulatedProcessTest {
  private final DeterministicScheduler scheduler = DeterministicScheduler.seeded(1);
  private final SimulatedProcess process = scheduler.process("p");
  private final ScheduledExecutorService timer = process.timer();
  private final List<String> log = new ArrayList<>();

  @Test
  void aCrashMakesQueuedTasksAndTimersVanish() {
    process.executor().execute(() -> log.add("task"));
    ScheduledFuture<?> lost = timer.schedule(() -> log.add("timer"), 1, SECONDS);
    scheduler.process("q").executor().execute(() -> log.add("other process"));
    process.crash();
    process.executor().execute(() -> log.add("after the crash"));
    scheduler.runFor(Duration.ofSeconds(2));
    assertEquals(List.of("other process"), log);
    assertFalse(lost.isDone());
  }

  @Test
  void aCrashStopsAPeriodicTimerThatIsRunning() {
    ScheduledFuture<?> beat =
        timer.scheduleAtFixedRate(
            () -> {
              log.add("beat");
              process.crash();
            },
            1,
            1,
            SECONDS);
    scheduler.runFor(Duration.ofSeconds(5));
    assertEquals(List.of("beat"), log);
    assertFalse(beat.isDone());
  }

  @Test
  void aCrashedNameCanBeStartedAgainAndARunningOneCannot() {
    assertThrows(IllegalStateException.class, () -> scheduler.process("p"));
    long first = process.random().nextLong();
    process.crash();
    SimulatedProcess restarted = scheduler.process("p");
    assertTrue(restarted.isAlive());
    assertFalse(process.isAlive());
    assertFalse(first == restarted.random().nextLong(), "a restart draws other numbers");
  }

  @Test
  void aPauseHoldsTasksAndTimersBackUntilItEnds() {
    process.pauseFor(Duration.ofSeconds(10));
    process.executor().execute(() -> log.add("task at " + scheduler.elapsed()));
    ScheduledFuture<?> late =
        timer.schedule(() -> log.add("timer at " + scheduler.elapsed()), 3, SECONDS);
    scheduler.runFor(Duration.ofSeconds(9));
    assertEquals(List.of(), log);
    scheduler.runFor(Duration.ofSeconds(2));
    assertTrue(late.isDone());
    assertEquals(List.of("task at PT10S", "timer at PT10S"), log.stream().sorted().toList());
    assertFalse(process.isPaused());
  }

  @Test
  void aPauseCanBeEndedEarly() {
    process.pauseFor(Duration.ofSeconds(10));
    process.executor().execute(() -> log.add("task at " + scheduler.elapsed()));
    scheduler.runFor(Duration.ofSeconds(1));
    process.resume();
    scheduler.runFor(Duration.ofSeconds(20));
    assertEquals(List.of("task at PT1S"), log);
  }

  @Test
  void aCrashDuringAPauseLosesWhatWasHeldBack() {
    process.pauseFor(Duration.ofSeconds(10));
    process.executor().execute(() -> log.add("task"));
    scheduler.runFor(Duration.ofSeconds(1));
    process.crash();
    scheduler.runFor(Duration.ofSeconds(20));
    assertEquals(List.of(), log);
    assertThrows(IllegalStateException.class, () -> process.pauseFor(Duration.ofSeconds(1)));
  }

  @Test
  void theClockIsOffByTheSkew() {
    process.setSkew(Duration.ofSeconds(-3));
    assertEquals(scheduler.now().minusSeconds(3), process.clock().instant());
  }

  @Test
  void fixedRateKeepsItsStartsAndFixedDelayItsGaps() {
    ScheduledFuture<?> rate = timer.scheduleAtFixedRate(() -> note("rate"), 1, 2, SECONDS);
    ScheduledFuture<?> delay = timer.scheduleWithFixedDelay(() -> note("delay"), 2, 2, SECONDS);
    scheduler.runFor(Duration.ofSeconds(6));
    assertTrue(rate.cancel(false));
    assertTrue(delay.cancel(true));
    scheduler.runFor(Duration.ofSeconds(6));
    assertEquals(List.of("rate 1", "delay 2", "rate 3", "delay 4", "rate 5", "delay 6"), log);
  }

  @Test
  void aCancelledTimerDoesNotRunAndIsNotWaitedFor() {
    ScheduledFuture<?> cancelled = timer.schedule(() -> log.add("never"), 1, SECONDS);
    assertTrue(cancelled.cancel(false));
    assertThrows(StuckException.class, () -> scheduler.runUntil(() -> !log.isEmpty(), "an entry"));
    assertEquals(Duration.ZERO, scheduler.elapsed());
  }

  @Test
  void getOfASubmittedTaskRunsTheScheduler() throws InterruptedException, ExecutionException {
    Future<String> value = timer.submit(() -> "value");
    assertEquals("value", value.get());
    ScheduledFuture<String> later = timer.schedule(() -> "later", 4, SECONDS);
    assertEquals("later", later.get());
    assertEquals(Duration.ofSeconds(4), scheduler.elapsed());
  }

  @Test
  void aTimerThatWasShutDownRefusesTasksAndAnotherViewStillTakesThem() {
    timer.shutdown();
    assertTrue(timer.isTerminated());
    assertThrows(RejectedExecutionException.class, () -> timer.execute(() -> log.add("never")));
    process.timer().execute(() -> log.add("other view"));
    scheduler.runReady();
    assertEquals(List.of("other view"), log);
  }

  @Test
  void theTraceNamesProcessAndClassOfATask() {
    process.executor().execute(() -> log.add("task"));
    scheduler.runReady();
    assertEquals(List.of("0.000000000 p #0 SimulatedProcessTest"), scheduler.trace().tail());
  }

  private void note(String entry) {
    log.add(entry + " " + scheduler.elapsed().toSeconds());
  }
}
