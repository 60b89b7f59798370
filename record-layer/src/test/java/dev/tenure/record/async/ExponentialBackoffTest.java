package dev.tenure.record.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class ExponentialBackoffTest {
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(millis(10), Duration.ofSeconds(1));

  private final RandomGenerator random = Seeds.random("ExponentialBackoff");

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void delayDoublesWithEachFailureUpToTheLongest() {
    assertEquals(millis(10), BACKOFF.after(1));
    assertEquals(millis(20), BACKOFF.after(2));
    assertEquals(millis(640), BACKOFF.after(7));
    assertEquals(millis(1_000), BACKOFF.after(8));
    assertEquals(millis(1_000), BACKOFF.after(Integer.MAX_VALUE));
  }

  @Test
  void equalJitterDrawsFromTheUpperHalfOfTheDelay() {
    requireDrawsBetween(millis(320), millis(640), () -> BACKOFF.withEqualJitter(7, random));
  }

  @Test
  void fullJitterDrawsFromTheWholeDelayButNeverZero() {
    requireDrawsBetween(Duration.ofNanos(1), millis(640), () -> BACKOFF.withFullJitter(7, random));
    requireDrawsBetween(
        Duration.ofNanos(1),
        millis(1_000),
        () -> BACKOFF.withFullJitter(Integer.MAX_VALUE, random));
  }

  private static void requireDrawsBetween(Duration least, Duration most, Supplier<Duration> draw) {
    Duration shortest = most;
    Duration longest = least;
    for (int i = 0; i < 500; i++) {
      Duration drawn = draw.get();
      assertTrue(drawn.compareTo(least) >= 0 && drawn.compareTo(most) <= 0, drawn.toString());
      shortest = drawn.compareTo(shortest) < 0 ? drawn : shortest;
      longest = drawn.compareTo(longest) > 0 ? drawn : longest;
    }
    Duration tenth = most.minus(least).dividedBy(10);
    assertTrue(shortest.compareTo(least.plus(tenth)) < 0, "the least drawn was " + shortest);
    assertTrue(longest.compareTo(most.minus(tenth)) > 0, "the most drawn was " + longest);
  }

  @Test
  void delaysOfWhichTheLongestIsShorterThanTheFirstAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new ExponentialBackoff(millis(2), millis(1)));
    assertThrows(
        IllegalArgumentException.class, () -> new ExponentialBackoff(millis(-1), millis(1)));
  }
}
