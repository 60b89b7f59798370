package dev.tenure.record.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class PaceTest {
  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void unlimitedPaceWaitsForNothing() {
    assertEquals(Duration.ZERO, Pace.unlimited().waitAfter(1_000_000, millis(1)));
  }

  @Test
  void waitFillsUpWhatTheSliceShouldHaveTaken() {
    Pace pace = Pace.perSecond(100);
    assertEquals(millis(900), pace.waitAfter(100, millis(100)));
    assertEquals(Duration.ZERO, pace.waitAfter(100, millis(1_000)));
    assertEquals(Duration.ZERO, pace.waitAfter(100, millis(5_000)));
    assertEquals(Duration.ZERO, pace.waitAfter(0, Duration.ZERO));
  }

  @Test
  void pauseIsTheLeastWait() {
    Pace pace = Pace.perSecond(100).withPause(millis(50));
    assertEquals(millis(50), pace.waitAfter(100, millis(5_000)));
    assertEquals(millis(50), pace.waitAfter(100, millis(990)));
    assertEquals(millis(60), pace.waitAfter(100, millis(940)));
    assertEquals(millis(7), Pace.unlimited().withPause(millis(7)).waitAfter(5, millis(1)));
  }

  @Test
  void runOfSlicesIsNeverFasterThanThePace() {
    RandomGenerator random = Seeds.random("PaceTest");
    Pace pace = Pace.perSecond(250);
    Duration passed = Duration.ZERO;
    long records = 0;
    for (int i = 0; i < 1_000; i++) {
      int slice = random.nextInt(300);
      Duration took = millis(random.nextInt(1_500));
      passed = passed.plus(took).plus(pace.waitAfter(slice, took));
      records += slice;
      assertTrue(records <= 250 * passed.toMillis() / 1_000.0 + 1, records + " in " + passed);
    }
  }

  @Test
  void slowestPaceWaitsAnHourAtMost() {
    assertEquals(Duration.ofHours(1), Pace.perSecond(1e-300).waitAfter(10, Duration.ZERO));
  }

  @Test
  void paceThatIsNoneIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Pace.perSecond(-1));
    assertThrows(IllegalArgumentException.class, () -> Pace.perSecond(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Pace.perSecond(Double.POSITIVE_INFINITY));
    assertThrows(IllegalArgumentException.class, () -> Pace.unlimited().withPause(millis(-1)));
    assertThrows(
        IllegalArgumentException.class, () -> Pace.unlimited().withPause(Duration.ofHours(2)));
  }
}
