package dev.tenure.queue.pointer;

import static dev.tenure.queue.pointer.HeldChecks.HELD_TICKS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.ManualClock;
import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which checks of wakes are made, and after how many ticks of the timer. */
class HeldChecksTest {
  private static final PointerRef ZONE = ref("zone");

  private final ManualClock clock = new ManualClock();
  private final Ticks timer = new Ticks();
  private final List<String> made = new ArrayList<>();
  private final HeldChecks<String> checks =
      new HeldChecks<>(clock, timer, (one, other) -> one + "+" + other, made::add);

  /** A timer whose ticks come when the test says so. */
  private static final class Ticks extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> pending = new ArrayDeque<>();
    private boolean refuses;

    Ticks() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (refuses) {
        throw new RejectedExecutionException("shut down");
      }
      assertEquals(10, unit.toMillis(delay));
      pending.add(command);
      return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }
  }

  private static PointerRef ref(String zone) {
    return new PointerRef(1, new TenantId("app", "user"), zone, 0);
  }

  /** The first check of a zone is made at once, so that later ones are held. */
  @BeforeEach
  void checkFirst() {
    checks.add(ZONE, "first", 10);
    assertEquals(List.of("first"), made);
    made.clear();
  }

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  private void tick(long times) {
    for (long i = 0; i < times; i++) {
      timer.pending.remove().run();
    }
  }

  @Test
  void commitThatNoEnqueueHasSeenIsCheckedAtTheSecondTick() {
    checks.add(ZONE, "a", 20);
    tick(1);
    assertEquals(List.of(), made);
    tick(1);
    assertEquals(List.of("a"), made);
    assertTrue(timer.pending.isEmpty());
  }

  @Test
  void commitThatAnEnqueueHasSeenIsCheckedAfterASecond() {
    checks.add(ZONE, "a", 20);
    assertTrue(checks.isWaitedFor(ZONE));
    checks.seenAwake(ZONE, 20);
    assertFalse(checks.isWaitedFor(ZONE));
    tick(HELD_TICKS - 1);
    assertEquals(List.of(), made);
    tick(1);
    assertEquals(List.of("a"), made);
  }

  @Test
  void enqueueThatReadsBeforeTheCommitHasNotSeenIt() {
    checks.add(ZONE, "a", 20);
    checks.seenAwake(ZONE, 19);
    tick(2);
    assertEquals(List.of("a"), made);
  }

  @Test
  void commitsOfOneTickAreSeenOnlyTogether() {
    checks.add(ZONE, "a", 20);
    checks.add(ZONE, "b", 30);
    checks.seenAwake(ZONE, 25);
    tick(2);
    assertEquals(List.of("a+b"), made);
  }

  /** The commit of the second tick has its two ticks, although the first has been seen. */
  @Test
  void enqueueThatHasSeenTheCommitsOfEarlierTicksGivesTheLastMoreTime() {
    checks.add(ZONE, "a", 20);
    tick(1);
    checks.add(ZONE, "b", 30);
    checks.seenAwake(ZONE, 20);
    tick(1);
    assertEquals(List.of(), made);
    tick(1);
    assertEquals(List.of("a+b"), made);
  }

  @Test
  void laterCommitsGiveAnUnseenOneNoMoreTime() {
    checks.add(ZONE, "a", 20);
    tick(1);
    checks.add(ZONE, "b", 30);
    checks.seenAwake(ZONE, 19);
    tick(1);
    assertEquals(List.of("a+b"), made);
  }

  @Test
  void checksOfManyCommitsAreOne() {
    for (int version = 20; version < 60; version++) {
      checks.seenAwake(ZONE, version - 1);
      checks.add(ZONE, "x", version);
      tick(1);
    }
    assertEquals(List.of(), made);
    tick(1);
    assertEquals(1, made.size());
  }

  @Test
  void checkIsMadeAtOnceWhenThePointerIsFoundAsleep() {
    checks.add(ZONE, "a", 20);
    checks.seenAsleep(ZONE);
    assertEquals(List.of("a"), made);
    checks.add(ZONE, "b", 30);
    assertEquals(List.of("a", "b"), made);
    tick(1);
    assertEquals(List.of("a", "b"), made);
  }

  @Test
  void checkOfAZoneThatWasNotCheckedForASecondIsMadeAtOnce() {
    checks.add(ZONE, "a", 20);
    clock.advance(Duration.ofSeconds(1));
    checks.add(ZONE, "b", 30);
    assertEquals(List.of("b", "a"), made);
  }

  @Test
  void clockThatWasPutBackHoldsNothing() {
    clock.advance(Duration.ofHours(-1));
    checks.add(ZONE, "a", 20);
    assertEquals(List.of("a"), made);
  }

  @Test
  void timerThatRefusesHoldsNothing() {
    timer.refuses = true;
    checks.add(ZONE, "a", 20);
    assertEquals(List.of("a"), made);
  }

  @Test
  void zoneThatIsForgottenIsChecked() {
    checks.add(ZONE, "a", 20);
    for (int i = 0; i < HeldChecks.ZONES_MAX; i++) {
      checks.add(ref("zone " + i), "other", 30);
    }
    assertEquals(HeldChecks.ZONES_MAX + 1, made.size());
    assertTrue(made.contains("a"));
    assertFalse(checks.isWaitedFor(ZONE));
  }
}
