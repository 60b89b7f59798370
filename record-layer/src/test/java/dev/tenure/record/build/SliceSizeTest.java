package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class SliceSizeTest {
  private static final SliceLimits LIMITS =
      SliceLimits.defaults().withRecords(100, 1_000).withGrowAfter(3);

  private final SliceSize size = new SliceSize(LIMITS);

  private void succeedFull(int times) {
    for (int i = 0; i < times; i++) {
      size.succeeded(size.records());
    }
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      size.failed();
    }
  }

  @Test
  void slicesBeginAsTheLimitsSay() {
    assertEquals(100, size.records());
    assertFalse(size.isLeast());
  }

  @Test
  void sliceThatFailsIsHalvedDownToOneRecordAndNoFurther() {
    int[] expected = {50, 25, 12, 6, 3, 1, 1, 1};
    for (int records : expected) {
      size.failed();
      assertEquals(records, size.records());
    }
    assertTrue(size.isLeast());
  }

  @Test
  void slicesGrowAfterSomeFullOnesUpToTheMost() {
    succeedFull(2);
    assertEquals(100, size.records());
    succeedFull(1);
    assertEquals(200, size.records());
    succeedFull(9);
    assertEquals(1_000, size.records());
    succeedFull(100);
    assertEquals(1_000, size.records());
  }

  @Test
  void slicesGrowAgainAfterTheyHaveShrunkToOneRecord() {
    fail(10);
    succeedFull(3);
    assertEquals(2, size.records());
    succeedFull(3 * 10);
    assertEquals(1_000, size.records());
  }

  @Test
  void slicesThatWereNotFullSayNothingAboutLargerOnes() {
    for (int i = 0; i < 100; i++) {
      size.succeeded(99);
    }
    assertEquals(100, size.records());
  }

  @Test
  void failureBeginsTheCountOfGoodSlicesAnew() {
    succeedFull(2);
    size.failed();
    succeedFull(2);
    assertEquals(50, size.records());
    succeedFull(1);
    assertEquals(100, size.records());
  }

  @Test
  void sizeStaysBetweenOneAndTheMostWhateverHappens() {
    RandomGenerator random = Seeds.random("SliceSizeTest");
    for (int i = 0; i < 10_000; i++) {
      if (random.nextInt(5) == 0) {
        size.failed();
      } else {
        size.succeeded(random.nextInt(size.records() + 1));
      }
      assertTrue(size.records() >= 1 && size.records() <= 1_000);
    }
  }

  @Test
  void largestSizeDoesNotOverflow() {
    SliceSize huge =
        new SliceSize(
            SliceLimits.defaults()
                .withRecords(Integer.MAX_VALUE - 1, Integer.MAX_VALUE)
                .withGrowAfter(1));
    huge.succeeded(Integer.MAX_VALUE);
    assertEquals(Integer.MAX_VALUE, huge.records());
  }

  @Test
  void limitsThatContradictThemselvesAreRefused() {
    assertRefused("slices are of 0 to 5", () -> LIMITS.withRecords(0, 5));
    assertRefused("slices are of 6 to 5", () -> LIMITS.withRecords(6, 5));
    assertRefused("grow after 0", () -> LIMITS.withGrowAfter(0));
    assertRefused("slices are of 0 bytes", () -> LIMITS.withBytesMax(0));
    assertRefused("expected 1 to 5000000", () -> LIMITS.withBytesMax(5_000_001));
    assertRefused("slices take PT0S", () -> LIMITS.withTimeMax(Duration.ZERO));
    assertRefused("at most PT4S", () -> LIMITS.withTimeMax(Duration.ofSeconds(5)));
  }

  private static void assertRefused(String part, Runnable work) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, work::run);
    assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.getMessage());
  }
}
