package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class FailurePauseTest {
  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void pauseAfterFailuresDoublesUpToASecond() {
    RandomGenerator random = Seeds.random("FailurePause");
    for (int failures : new int[] {1, 2, 3, 7, 8, 20, 1_000, Integer.MAX_VALUE}) {
      long most = Math.min(10L << Math.min(failures - 1, 20), 1_000);
      Duration longest = Duration.ZERO;
      for (int i = 0; i < 200; i++) {
        Duration pause = FailurePause.after(failures, random);
        assertTrue(!pause.isZero() && pause.compareTo(millis(most)) <= 0, pause.toString());
        longest = pause.compareTo(longest) > 0 ? pause : longest;
      }
      assertTrue(longest.compareTo(millis(most / 2)) > 0, "drawn from the whole range");
    }
  }
}
