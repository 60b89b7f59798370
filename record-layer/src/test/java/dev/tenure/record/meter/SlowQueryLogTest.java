package dev.tenure.record.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SlowQueryLogTest {
  private final LogLines logger = new LogLines();
  private final List<String> lines = logger.lines();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final SlowQueryLog log = new SlowQueryLog(Duration.ofSeconds(1), () -> now, logger);

  private void ended(String name, long millis) {
    log.ended(
        new QuerySummary(
            name,
            "Subject where a = parameter(#0)",
            3,
            4,
            5,
            600,
            Duration.ofMillis(millis),
            "TIME_LIMIT",
            () -> "fetch\n  scan\n"));
  }

  @Test
  void slowQueryIsToldWithItsPlan() {
    ended("open", 999);
    ended("open", 1_000);

    assertEquals(
        List.of(
            "WARNING slow query: open took 1000 ms (slow from 1000), gave 3 rows by 4 requests,"
                + " which read 5 keys of 600 bytes, stopped for TIME_LIMIT\n"
                + "Subject where a = parameter(#0)\nfetch\n  scan"),
        lines);
  }

  @Test
  void aMinutePassesBetweenEntriesOfAName() {
    ended("open", 2_000);
    now = now.plusSeconds(59);
    ended("open", 2_000);
    ended("closed", 2_000);
    assertEquals(2, lines.size());
    now = now.plusSeconds(1);
    ended("open", 2_000);

    assertEquals(3, lines.size());
    assertTrue(lines.get(2).contains("; 1 more since the last line\n"), lines.get(2));
  }

  @Test
  void thresholdIsAboveZero() {
    assertThrows(
        IllegalArgumentException.class, () -> new SlowQueryLog(Duration.ZERO, () -> now, logger));
  }
}
