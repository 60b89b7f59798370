package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.queue.WorkPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {
  private static final WorkPolicy POLICY =
      WorkPolicy.defaults().withBackoff(Duration.ofSeconds(1), Duration.ofMinutes(10));

  private final RetryDelays delays = new RetryDelays(new RandomSource(new SplittableRandom(1)));

  @Test
  void eachFailureDoublesTheDelayWithinTheJitter() {
    for (int failures = 1; failures <= 9; failures++) {
      double plain = 1_000 * Math.pow(2, failures - 1);
      for (int i = 0; i < 200; i++) {
        long millis = delays.delay(POLICY, failures).toMillis();
        assertTrue(millis >= Math.floor(plain * 0.75), failures + " failures: " + millis);
        assertTrue(millis <= Math.min(plain * 1.25, 600_000), failures + " failures: " + millis);
      }
    }
  }

  @Test
  void theJitterUsesItsWholeWidth() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < 1_000; i++) {
      long millis = delays.delay(POLICY, 1).toMillis();
      least = Math.min(least, millis);
      most = Math.max(most, millis);
    }
    assertTrue(least < 780, "least " + least);
    assertTrue(most > 1_220, "most " + most);
  }

  @Test
  void noDelayIsLongerThanTheLongest() {
    for (int failures : new int[] {11, 63, 64, 1_000, Integer.MAX_VALUE}) {
      for (int i = 0; i < 100; i++) {
        Duration delay = delays.delay(POLICY, failures);
        assertTrue(delay.compareTo(Duration.ofMinutes(10)) <= 0, failures + ": " + delay);
        assertTrue(delay.compareTo(Duration.ofSeconds(450)) >= 0, failures + ": " + delay);
      }
    }
  }

  @Test
  void theSameRandomNumbersGiveTheSameDelays() {
    RetryDelays one = new RetryDelays(new RandomSource(new SplittableRandom(7)));
    RetryDelays same = new RetryDelays(new RandomSource(new SplittableRandom(7)));
    RetryDelays other = new RetryDelays(new RandomSource(new SplittableRandom(8)));
    Duration delay = one.delay(POLICY, 3);
    assertEquals(delay, same.delay(POLICY, 3));
    assertNotEquals(delay, other.delay(POLICY, 3));
  }
}
