package dev.tenure.late;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class LateOptionsTest {
  private static final LateOptions OPTIONS = LateOptions.seeded(1);

  @Test
  void aRateOutsideItsBoundsIsRefusedByName() {
    assertEquals(
        "delayed is 1.5, a rate must be from 0 to 1", refusal(() -> OPTIONS.withDelayed(1.5)));
    assertEquals(
        "overtaken is -0.1, a rate must be from 0 to 1",
        refusal(() -> OPTIONS.withOvertaken(-0.1)));
    assertEquals(
        "withheld is NaN, a rate must be from 0 to 1",
        refusal(() -> OPTIONS.withWithheld(Double.NaN)));
    assertEquals(
        "watchLost is 2.0, a rate must be from 0 to 1", refusal(() -> OPTIONS.withWatchLost(2)));
    assertEquals(
        "held is 2.0, a rate must be from 0 to 1",
        refusal(() -> OPTIONS.withCommits(LateCommits.usual().withHeld(2))));
  }

  @Test
  void moreThanAllAnswersAreRefused() {
    assertEquals(
        "delayed 0.8, overtaken 0.3 and withheld 0.0 are together more than 1",
        refusal(() -> OPTIONS.withDelayed(0.8)));
  }

  @Test
  void aDelayOutsideItsBoundsIsRefused() {
    assertEquals(
        "delayMax is PT-1S, it must be from PT0S to PT24H",
        refusal(() -> OPTIONS.withDelayMax(Duration.ofSeconds(-1))));
    assertEquals(
        "delayMax is PT48H, it must be from PT0S to PT24H",
        refusal(() -> OPTIONS.withDelayMax(Duration.ofDays(2))));
  }

  @Test
  void aHangAfterLessThanNoCallsIsRefused() {
    LateDatabase database = LateFixture.punctual().database;
    assertEquals("calls is -1, it must be 0 or more", refusal(() -> database.hangAfter(-1)));
  }

  private static String refusal(Executable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
