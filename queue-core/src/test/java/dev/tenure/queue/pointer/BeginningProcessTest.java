package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long a process that has just begun waits for a majority of the clocks. */
class BeginningProcessTest extends ClusterTimeTests {
  /**
   * Seed 976696 of the world deployments: leases of an hour were held after their holder's death.
   */
  @Test
  void restartedProcessDoesNotHeedItsFormerClock() {
    beat(HOUR, HOUR, Duration.ZERO);
    assertFalse(time.isBeyondSkew(), "of two nobody knows which is right");
    assertTrue(time.isWaiting());
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertEquals(HOUR, time.skew());
    assertFalse(time.isWaiting());
    beat(HOUR, Duration.ZERO);
    assertFalse(time.isWaiting(), "a majority has told the time");
  }

  /**
   * Seed 988489 of the world deployments: a process began when the clusters answered again after a
   * minute, and hid a zone, since no other had sent a heartbeat yet.
   */
  @Test
  void processThatBeginsWaitsForConsumersThatTheClusterHasNotHeardOf() {
    ClockReading before = ahead(Duration.ZERO);
    now = now.plusSeconds(60);
    time.learn(ahead(HOUR), Map.of(), Map.of(), List.of(before));
    assertTrue(time.isWaiting());
    assertFalse(time.isBeyondSkew(), "a silent consumer does not vote");
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertFalse(time.isWaiting());
    assertEquals(HOUR, time.skew());
  }

  @Test
  void silentConsumerWhoseClockWasTheSameDelaysNothing() {
    ClockReading before = ahead(Duration.ofSeconds(5));
    now = now.plusSeconds(60);
    time.learn(ahead(Duration.ZERO), Map.of(), Map.of(), List.of(before));
    assertFalse(time.isWaiting());
  }

  @Test
  void consumerThatHasBeenSilentForLongIsNotHeeded() {
    ClockReading before = ahead(Duration.ZERO);
    now = now.plusSeconds(601);
    time.learn(ahead(HOUR), Map.of(), Map.of(), List.of(before));
    assertFalse(time.isWaiting());
  }

  /**
   * Seed 1021252 of the world queues: after a restart of the database a process did not begin for
   * ten seconds.
   */
  @Test
  void recoveryOfTheDatabaseDelaysNoProcessThatBegins() {
    ClockReading before = ahead(Duration.ZERO);
    now = now.plusSeconds(60);
    time.learn(new ClockReading(now, version() + 100_000_000), Map.of(), Map.of(), List.of(before));
    assertFalse(time.isWaiting());
  }

  @Test
  void processWaitsForTenSecondsAtMost() {
    time.learn(ahead(HOUR), Map.of("ishmael", ahead(Duration.ZERO)));
    assertTrue(time.isWaiting());
    now = now.plusSeconds(10);
    time.learn(ahead(HOUR), Map.of("ishmael", ahead(Duration.ZERO)));
    assertTrue(time.isWaiting());
    now = now.plusMillis(1);
    time.learn(ahead(HOUR), Map.of("ishmael", ahead(Duration.ZERO)));
    assertFalse(time.isWaiting());
  }

  @Test
  void processWhoseClockNobodyDisputesDoesNotWait() {
    beat(Duration.ZERO);
    assertFalse(time.isWaiting());
    beat(Duration.ZERO, Duration.ofSeconds(20));
    assertFalse(time.isWaiting());
  }
}
