package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.late.time.ManualClock;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ReadVersionCacheTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void cacheKeepsTheNewestVersionAndTheLatestTimeItWasCurrent() {
    ReadVersionCache cache = new ReadVersionCache();
    assertEquals(OptionalLong.empty(), cache.find(clock.instant(), Duration.ofDays(1), 0));

    cache.learn(10, clock.instant());
    clock.advance(Duration.ofSeconds(1));
    cache.learn(9, clock.instant());
    assertEquals(OptionalLong.empty(), cache.find(clock.instant(), Duration.ZERO, 0));
    cache.learn(10, clock.instant());
    assertEquals(OptionalLong.of(10), cache.find(clock.instant(), Duration.ZERO, 0));
    cache.learn(11, clock.instant().minusSeconds(5));
    assertEquals(OptionalLong.of(11), cache.find(clock.instant(), Duration.ZERO, 0));
  }

  @Test
  void expiredVersionStillKeepsOlderOnesOut() {
    ReadVersionCache cache = new ReadVersionCache();
    cache.learn(10, clock.instant());
    cache.expire(9);
    assertEquals(OptionalLong.of(10), cache.find(clock.instant(), Duration.ZERO, 0));
    cache.expire(10);
    cache.learn(8, clock.instant());
    assertEquals(OptionalLong.empty(), cache.find(clock.instant(), Duration.ofDays(1), 0));
    cache.learn(11, clock.instant());
    assertEquals(OptionalLong.of(11), cache.find(clock.instant(), Duration.ZERO, 0));
  }
}
