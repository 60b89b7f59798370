package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which operations wake their zone, and for when: all that may lower its earliest vesting. */
final class WakesTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration DELAY = Duration.ofMinutes(1);

  private TestCluster test;
  private final List<Wake> wakes = new ArrayList<>();

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private record Wake(Instant vesting, String why) {}

  /** Notes what it is told; told before it was prepared, it fails. */
  private final class Recorder implements ZoneWaker {
    private boolean prepared;

    @Override
    public CompletableFuture<Void> prepare() {
      prepared = true;
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void wake(Instant vesting, String itemId) {
      if (!prepared) {
        throw new IllegalStateException("woken before it was prepared");
      }
      wakes.add(new Wake(vesting, itemId));
    }
  }

  private <T> T run(Function<QueueZone, CompletableFuture<T>> operation) {
    wakes.clear();
    return test.run(
        tx ->
            operation.apply(
                new QueueZone(tx.store(), TenantTransaction.DEFAULT_ZONE, new Recorder())));
  }

  private void assertWoken(Duration later, String why) {
    assertEquals(List.of(new Wake(test.clock.instant().plus(later), why)), wakes);
  }

  private LeaseId lease(String id) {
    run(zone -> zone.enqueue(item("x").withId(id)));
    return take(id);
  }

  private LeaseId take(String id) {
    LeaseResult taken = run(zone -> zone.obtainLease(id, LEASE, "c"));
    assertEquals(List.of(), wakes);
    return ((LeaseResult.Granted) taken).leased().lease().id();
  }

  @Test
  void anEnqueueWakesForItsVesting() {
    run(zone -> zone.enqueue(item("x").withId("a").withDelay(DELAY)));
    assertWoken(DELAY, "a");
    run(zone -> zone.enqueue(item("x").withId("a")));
    assertEquals(List.of(), wakes);
  }

  @Test
  void aRequeueWakesForTheEndOfItsDelay() {
    LeaseId lease = lease("a");
    run(zone -> zone.requeue("a", lease, DELAY, Optional.empty()));
    assertWoken(DELAY, "a");
  }

  @Test
  void retryNowWakesNowAndUpdateForTheNewTime() {
    run(zone -> zone.enqueue(item("x").withId("a").withDelay(DELAY)));
    run(zone -> zone.retryNow("a"));
    assertWoken(Duration.ZERO, "a");
    Instant later = test.clock.instant().plus(DELAY);
    run(zone -> zone.update("a", OptionalInt.empty(), Optional.of(later)));
    assertWoken(DELAY, "a");
    run(zone -> zone.update("a", OptionalInt.of(1), Optional.empty()));
    assertWoken(DELAY, "a");
  }

  @Test
  void whatIsRefusedWakesNobody() {
    lease("a");
    run(zone -> zone.retryNow("a"));
    assertEquals(List.of(), wakes);
    run(zone -> zone.redrive("a"));
    assertEquals(List.of(), wakes);
  }

  @Test
  void theEndOfAnItemOfNoGroupWakesNobodyAndItsRedriveDoes() {
    LeaseId lease = lease("a");
    run(zone -> zone.moveToDeadLetter("a", lease, DeadLetterKind.FAILED, "r", Optional.empty()));
    assertEquals(List.of(), wakes);
    run(zone -> zone.redrive("a"));
    assertWoken(Duration.ZERO, "a");
    LeaseId again = take("a");
    run(zone -> zone.complete("a", again));
    assertEquals(List.of(), wakes);
  }

  @Test
  void theEndOfAHeadWakesForTheNextAndAFollowerNobody() {
    run(zone -> zone.enqueue(item("x").withId("a").withGroup("g")));
    assertWoken(Duration.ZERO, "a");
    LeaseId lease = take("a");
    run(zone -> zone.enqueue(item("x").withId("b").withGroup("g").withDelay(DELAY)));
    assertEquals(List.of(), wakes);
    run(zone -> zone.complete("a", lease));
    assertWoken(DELAY, "b");
    run(zone -> zone.cancel("b"));
    assertEquals(List.of(), wakes);
  }

  @Test
  void aRedrivenFollowerWakesNobody() {
    run(zone -> zone.enqueue(item("x").withId("a").withGroup("g")));
    LeaseId lease = take("a");
    run(zone -> zone.enqueue(item("x").withId("b").withGroup("g")));
    run(zone -> zone.moveToDeadLetter("a", lease, DeadLetterKind.FAILED, "r", Optional.empty()));
    assertWoken(Duration.ZERO, "b");
    run(zone -> zone.redrive("a"));
    assertEquals(List.of(), wakes);
  }

  @Test
  void onlyAResumptionOfAPausedZoneWakes() {
    run(zone -> zone.changeSettings(before -> before.withPaused(false)));
    assertEquals(List.of(), wakes);
    ZoneSettings paused = run(zone -> zone.changeSettings(before -> before.withPaused(true)));
    assertEquals(new ZoneSettings(true), paused);
    assertEquals(List.of(), wakes);
    run(zone -> zone.changeSettings(before -> before.withDedupFor(DELAY)));
    assertEquals(List.of(), wakes);
    run(zone -> zone.changeSettings(before -> before.withPaused(false)));
    assertWoken(Duration.ZERO, "resume");
  }
}
