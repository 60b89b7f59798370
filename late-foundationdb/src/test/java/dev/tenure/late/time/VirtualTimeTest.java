package dev.tenure.late.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what the timers do is seen, not what they return
final class VirtualTimeTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> seen = new ArrayList<>();

  private ScheduledFuture<?> after(long millis, String what) {
    return time.schedule(
        () -> {
          seen.add(what + " at " + time.elapsed().toMillis());
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  @Test
  void timersRunAtTheirTimeAndTasksBeforeTheNextTimer() {
    after(20, "second");
    time.schedule(
        () -> time.execute(() -> seen.add("task at " + time.elapsed().toMillis())),
        10,
        TimeUnit.MILLISECONDS);
    after(20, "third");
    after(40, "later");
    time.pass(Duration.ofMillis(30));

    assertEquals(List.of("task at 10", "second at 20", "third at 20"), seen);
    assertEquals(Duration.ofMillis(30), time.elapsed());
    assertEquals(1, time.timersWaiting());
  }

  @Test
  void noTimePassesForWhatIsReady() {
    time.execute(() -> time.execute(() -> seen.add("inner")));
    after(0, "timer");
    time.runReady();

    assertEquals(List.of("inner"), seen);
    assertEquals(Duration.ZERO, time.elapsed());
  }

  @Test
  void cancelledTimerIsGone() {
    after(10, "cancelled").cancel(false);

    assertEquals(0, time.timersWaiting());
    assertFalse(time.step());
    assertEquals(Duration.ZERO, time.elapsed());
  }

  @Test
  void timersThatTheClockWasMovedOverRunAtTheTimeItShows() {
    after(10, "passed over");
    time.clock().advance(Duration.ofMillis(50));
    assertEquals(List.of(), seen);

    assertTrue(time.step());
    assertEquals(List.of("passed over at 50"), seen);
  }

  @Test
  void awaitingEndsWithTheFutureOrWithItsTime() throws Exception {
    ScheduledFuture<?> timer = after(100, "timer");
    assertEquals(100, timer.getDelay(TimeUnit.MILLISECONDS));
    assertFalse(time.await(timer, Duration.ofMillis(60)));
    assertEquals(Duration.ofMillis(60), time.elapsed());

    assertTrue(time.await(timer, Duration.ofMillis(60)));
    assertEquals(Duration.ofMillis(100), time.elapsed());
    assertEquals("done", time.join(CompletableFuture.supplyAsync(() -> "done", time)));
  }

  @Test
  void conditionThatDoesNotComeFails() {
    after(100, "timer");
    time.runUntil(Duration.ofMillis(100), () -> !seen.isEmpty());

    assertThrows(
        AssertionError.class, () -> time.runUntil(Duration.ofDays(1), () -> seen.size() > 1));
  }

  @Test
  void seedDecidesTheOrderOfTasks() {
    List<List<String>> orders = new ArrayList<>();
    for (long seed : new long[] {1, 1, 2}) {
      VirtualTime drawn = new VirtualTime(new SplittableRandom(seed));
      List<String> order = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String name = "task " + i;
        drawn.execute(() -> order.add(name));
      }
      drawn.runReady();
      orders.add(order);
    }
    assertEquals(orders.get(0), orders.get(1));
    assertNotEquals(orders.get(0), orders.get(2));
    assertEquals(20, orders.get(2).stream().distinct().count());
  }
}
