package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class BuildProgressTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final RateMeter meter = new RateMeter();

  private void add(long second, long value) {
    meter.add(START.plusSeconds(second), value);
  }

  @Test
  void shareAndTimeLeftComeFromTheTotal() {
    BuildProgress progress = new BuildProgress(250, OptionalLong.of(1_000), 50);
    assertEquals(OptionalDouble.of(0.25), progress.share());
    assertEquals(Optional.of(Duration.ofSeconds(15)), progress.timeLeft());
  }

  @Test
  void nothingIsSaidWithoutATotalOrARate() {
    assertEquals(OptionalDouble.empty(), new BuildProgress(5, OptionalLong.empty(), 1).share());
    assertEquals(Optional.empty(), new BuildProgress(5, OptionalLong.empty(), 1).timeLeft());
    assertEquals(Optional.empty(), new BuildProgress(5, OptionalLong.of(9), 0).timeLeft());
  }

  @Test
  void totalThatWasTooLowGrowsWithWhatIsDone() {
    BuildProgress progress = new BuildProgress(1_200, OptionalLong.of(1_000), 1);
    assertEquals(OptionalLong.of(1_200), progress.total());
    assertEquals(OptionalDouble.of(1), progress.share());
    assertEquals(Optional.of(Duration.ZERO), progress.timeLeft());
  }

  @Test
  void emptyStoreIsDoneFromTheBegin() {
    assertEquals(OptionalDouble.of(1), new BuildProgress(0, OptionalLong.of(0), 0).share());
  }

  @Test
  void timeLeftHasAnEnd() {
    BuildProgress slow = new BuildProgress(0, OptionalLong.of(Long.MAX_VALUE), 1e-9);
    assertEquals(Optional.of(Duration.ofDays(3_650)), slow.timeLeft());
  }

  @Test
  void numbersThatAreNoneAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new BuildProgress(-1, OptionalLong.empty(), 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new BuildProgress(1, OptionalLong.empty(), Double.NaN));
  }

  @Test
  void totalIsEstimatedByTheBytesOfRecordsSeen() {
    assertEquals(OptionalLong.of(1_000), BuildProgress.totalByBytes(50_000, 10, 500));
    assertEquals(OptionalLong.empty(), BuildProgress.totalByBytes(0, 10, 500));
    assertEquals(OptionalLong.empty(), BuildProgress.totalByBytes(50_000, 0, 0));
  }

  @Test
  void rateIsUnknownBeforeTimeHasPassed() {
    assertEquals(0, meter.perSecond());
    add(0, 10);
    assertEquals(0, meter.perSecond());
    add(0, 20);
    assertEquals(0, meter.perSecond());
  }

  @Test
  void rateIsThatOfTheLastMinute() {
    for (int second = 0; second <= 120; second++) {
      add(second, 100L * second);
    }
    assertEquals(100, meter.perSecond());
    long before = 100 * 120;
    for (int second = 121; second <= 181; second++) {
      add(second, before + 10L * (second - 120));
    }
    assertEquals(10, meter.perSecond(), 1e-9);
  }

  @Test
  void manyValuesWithinASecondDoNotPushOutTheMinute() {
    for (int i = 0; i <= 100_000; i++) {
      meter.add(START.plusMillis(i), i);
    }
    assertEquals(1_000, meter.perSecond(), 1e-6);
  }

  @Test
  void afterALongBreakTheRateSpansIt() {
    add(0, 0);
    add(600, 1_200);
    assertEquals(2, meter.perSecond());
  }

  @Test
  void numberThatFellAndClockThatWentBackBeginAnew() {
    add(0, 1_000);
    add(10, 2_000);
    add(20, 0);
    assertEquals(0, meter.perSecond());
    add(30, 50);
    assertEquals(5, meter.perSecond());
    add(25, 60);
    assertEquals(0, meter.perSecond());
  }
}
