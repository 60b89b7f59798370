package dev.tenure.queue.zone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.proto.QueueItem;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** To the millisecond and to the version: when an item may be taken, and until when it is held. */
final class ZoneAccessTest {
  private static final long GRANTED = 1_000_000;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final long END = GRANTED + 2_000_000;

  private TestCluster test;
  private TestCluster.Open open;
  private ZoneAccess zone;
  private Instant now;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    open = test.open();
    zone = new ZoneAccess(open.tx().store(), "z", new NoWaker());
    now = test.clock.instant();
  }

  @AfterEach
  void stop() {
    open.close();
    test.close();
  }

  private record NoWaker() implements ZoneWaker {
    @Override
    public CompletableFuture<Void> prepare() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void wake(Instant vesting, String itemId) {}
  }

  private static QueueItem free(Instant vesting) {
    return QueueItem.newBuilder().setVestingMillis(vesting.toEpochMilli()).build();
  }

  /** Leased at the version {@link #GRANTED}, until the given time. */
  private static QueueItem leased(Instant until) {
    return free(until).toBuilder()
        .setLeaseId(ByteString.copyFrom(new byte[16]))
        .setLeaseVersion(GRANTED)
        .setLeaseMillis(LEASE.toMillis())
        .build();
  }

  @Test
  void anItemWithoutALeaseMayBeTakenFromItsVestingOn() {
    assertTrue(zone.available(free(now), 1));
    assertFalse(zone.available(free(now.plusMillis(1)), END));
    assertFalse(zone.leased(free(now.plusMillis(1)), 1));
  }

  @Test
  void aLeasedItemMayBeTakenOnceItIsOverByTimeAndByVersion() {
    assertTrue(zone.available(leased(now), END));
    assertFalse(zone.leased(leased(now), END));
    assertFalse(zone.available(leased(now), END - 1));
    assertTrue(zone.leased(leased(now), END - 1));
    assertFalse(zone.available(leased(now.plusMillis(1)), END));
    assertTrue(zone.leased(leased(now.plusMillis(1)), END));
  }

  @Test
  void whatIsHeldByVersionMayBeTakenWhenTheVersionsHavePassed() {
    assertEquals(now.plusMillis(2_001), zone.availableAt(leased(now), GRANTED));
    assertEquals(now.plusMillis(11), zone.availableAt(leased(now), END - 10_000));
    assertEquals(now.plusMillis(1), zone.availableAt(leased(now), END - 1));
    assertEquals(now.plusMillis(1), zone.availableAt(leased(now), END + 9_000_000));
  }

  @Test
  void aLeaseIsOverAtTheLaterOfTimeAndVersion() {
    Instant until = now.plusMillis(500);
    assertEquals(until, zone.leasedUntil(leased(until), END));
    assertEquals(until, zone.leasedUntil(leased(until), END - 100_000));
    assertEquals(now.plusMillis(901), zone.leasedUntil(leased(until), END - 900_000));
  }
}
