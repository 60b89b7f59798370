package dev.tenure.queue.zone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which bucket a tombstone lies in, and until which version it is remembered. */
final class RememberedForTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:01.001Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long MOST = QueueLimits.DEDUP_MAX.toMillis();

  private static long step(RememberedFor remembered) {
    return remembered.bucket(NOW) % 60_000;
  }

  @Test
  void aBucketEndsWithinAnEighthOfTheTimeAfterIt() {
    for (Duration dedupFor :
        List.of(Duration.ofMillis(1), HOUR, Duration.ofHours(7), QueueLimits.DEDUP_MAX)) {
      RememberedFor remembered = RememberedFor.of(dedupFor);
      long until = NOW.plus(dedupFor).toEpochMilli();
      long end = remembered.bucket(NOW) - step(remembered);
      long width = Math.max(60_000, dedupFor.toMillis() / 8);
      assertTrue(end >= until && end < until + width, dedupFor + ": " + end);
    }
  }

  @Test
  void aTimeOnTheMinuteEndsThere() {
    Instant minute = Instant.parse("2026-01-01T00:00:00Z");
    Duration five = Duration.ofMinutes(5);
    RememberedFor remembered = RememberedFor.of(five);
    assertEquals(minute.plus(five).toEpochMilli(), remembered.bucket(minute) - step(remembered));
    assertEquals(
        minute.plus(five).plusSeconds(60).toEpochMilli(),
        remembered.bucket(minute.plusMillis(1)) - step(remembered));
  }

  @Test
  void bucketsOfAnHourAreSevenMinutesApart() {
    RememberedFor hour = RememberedFor.of(HOUR);
    assertEquals(
        Duration.ofMinutes(7).toMillis(),
        hour.bucket(NOW.plus(Duration.ofMinutes(7))) - hour.bucket(NOW));
  }

  @Test
  void timesAreRoundedUpByAnEighthAtMost() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      long millis = 1 + (long) (MOST * Math.pow(random.nextDouble(), 6));
      long rounded = new RememberedFor(millis).roundedMillis();
      assertTrue(rounded >= millis && rounded - millis <= millis / 8, millis + ": " + rounded);
    }
    assertEquals(15, new RememberedFor(15).roundedMillis());
    assertEquals(18, new RememberedFor(17).roundedMillis());
    assertEquals(32, new RememberedFor(31).roundedMillis());
    assertEquals(3_670_016, RememberedFor.of(HOUR).roundedMillis());
  }

  @Test
  void bucketsHoldTombstonesOfOneRoundedTimeOnly() {
    Map<Long, Long> roundedOf = new HashMap<>();
    for (long millis = 1; millis <= MOST; millis += 1 + millis / 40) {
      RememberedFor remembered = new RememberedFor(millis);
      long step = step(remembered);
      long rounded = roundedOf.computeIfAbsent(step, first -> remembered.roundedMillis());
      assertEquals(rounded, remembered.roundedMillis(), millis + " has step " + step);
    }
    assertEquals(roundedOf.size(), roundedOf.values().stream().distinct().count());
    assertTrue(roundedOf.keySet().stream().allMatch(step -> step > 0 && step < 250));
  }

  @Test
  void theVersionIsTheRoundedTimeAfterTheLatestCommit() {
    assertEquals(7 + 5_000_000 + 3_670_016_000L, RememberedFor.of(HOUR).forgottenVersion(7));
  }
}
