package dev.tenure.record.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.meter.MemoryMeters.Times;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryMetersTest {
  private final MemoryMeters meters = new MemoryMeters();

  @Test
  void nothingIsZero() {
    assertEquals(0, meters.count(RecordCounter.READS));
    assertEquals(0, meters.count(RecordCounter.READS, "a"));
    assertEquals(new Times(0, Duration.ZERO, Duration.ZERO), meters.times(RecordTimer.COMMIT));
    assertEquals(List.of(), meters.runs());
  }

  @Test
  void numbersAddUpByRunAndOverAll() {
    meters.count(RecordCounter.READS, "b", 2);
    meters.count(RecordCounter.READS, "a", 3);
    meters.count(RecordCounter.READS, "b", 4);
    meters.time(RecordTimer.COMMIT, "a", Duration.ofMillis(5));
    meters.time(RecordTimer.COMMIT, "b", Duration.ofMillis(1));
    meters.time(RecordTimer.COMMIT, "b", Duration.ofMillis(2));

    assertEquals(9, meters.count(RecordCounter.READS));
    assertEquals(6, meters.count(RecordCounter.READS, "b"));
    assertEquals(List.of("a", "b"), meters.runs());
    assertEquals(
        new Times(3, Duration.ofMillis(8), Duration.ofMillis(5)), meters.times(RecordTimer.COMMIT));
    assertEquals(
        new Times(2, Duration.ofMillis(3), Duration.ofMillis(2)),
        meters.times(RecordTimer.COMMIT, "b"));
  }
}
