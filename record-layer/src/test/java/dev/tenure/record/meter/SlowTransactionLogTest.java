package dev.tenure.record.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class SlowTransactionLogTest {
  private final LogLines logger = new LogLines();
  private final List<String> lines = logger.lines();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final SlowTransactionLog log =
      new SlowTransactionLog(Duration.ofSeconds(1), () -> now, logger);

  private static TransactionSummary summary(String run, Duration total) {
    return new TransactionSummary(
        run,
        1,
        TransactionOutcome.CONFLICTED,
        OptionalInt.of(1020),
        Optional.of("id"),
        new TransactionTimes(
            total, Duration.ofMillis(3), Duration.ofMillis(700), Duration.ofMillis(40)),
        Map.of(RecordCounter.READS, 7L));
  }

  private void ended(String run, long millis) {
    log.ended(summary(run, Duration.ofMillis(millis)));
  }

  @Test
  void slowTransactionIsToldInOneLine() {
    ended("save", 999);
    ended("save", 1000);

    assertEquals(
        List.of(
            "WARNING slow transaction: save (id), attempt 2, CONFLICTED with error 1020 after"
                + " 1000 ms (read version 3, body 700, commit 40; slow from 1000), reads 7"),
        lines);
  }

  @Test
  void aMinutePassesBetweenLinesOfARunAndTheRestIsCounted() {
    ended("save", 2000);
    now = now.plusSeconds(59);
    ended("save", 2000);
    ended("save", 2000);
    ended("load", 2000);
    assertEquals(2, lines.size());
    now = now.plusSeconds(1);
    ended("save", 2000);

    assertEquals(3, lines.size());
    assertEquals(true, lines.get(2).endsWith("; 2 more since the last line"));
  }

  @Test
  void namesBeyondTheLimitShareALine() {
    for (int i = 0; i < WarningPauses.NAMES_MAX + 10; i++) {
      ended("run " + i, 2000);
    }

    assertEquals(WarningPauses.NAMES_MAX + 1, lines.size());
  }

  @Test
  void thresholdIsAboveZero() {
    for (Duration threshold : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new SlowTransactionLog(threshold, () -> now, logger));
    }
  }
}
