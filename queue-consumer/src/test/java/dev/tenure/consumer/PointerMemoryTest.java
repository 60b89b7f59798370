package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PointerMemoryTest {
  private static final Candidate.Key ZONE =
      new Candidate.Key.OfZone(
          "cluster", new PointerRef(1, new TenantId("application", "user"), "zone", 0));
  private static final TypeVersion STRANGE = new TypeVersion("strange", 1);

  private final PointerMemory memory = new PointerMemory(ConsumerOptions.defaults("c"));
  private Instant now = Instant.EPOCH;

  private Duration left(VisitReport report) {
    memory.visited(ZONE, report, true, now);
    return Duration.between(now, memory.leftUntil(ZONE));
  }

  @Test
  void zoneWithWhatIsFullHereIsLeftForASecondAtMost() {
    assertEquals(Duration.ofMillis(200), left(VisitReport.throttled()));
    assertEquals(Duration.ofMillis(400), left(VisitReport.throttled()));
    assertEquals(Duration.ofMillis(800), left(VisitReport.throttled()));
    assertEquals(PointerMemory.THROTTLED_MOST, left(VisitReport.throttled()));
    left(VisitReport.uneventful());
    assertEquals(Duration.ofMillis(200), left(VisitReport.throttled()));
  }

  @Test
  void zoneWithWhatIsUnknownHereIsLeftForAMinuteAtMost() {
    assertEquals(Duration.ofSeconds(2), left(VisitReport.metUnknown(STRANGE)));
    assertEquals(Duration.ofSeconds(4), left(VisitReport.metUnknown(STRANGE)));
    for (int i = 0; i < 4; i++) {
      left(VisitReport.metUnknown(STRANGE));
    }
    assertEquals(PointerMemory.UNKNOWN_MOST, left(VisitReport.metUnknown(STRANGE)));
  }

  @Test
  void zoneOfWhichProducersMayNotTellIsLookedIntoWithinSixSeconds() {
    for (int i = 0; i < 20; i++) {
      left(VisitReport.metUnknown(STRANGE).whenConfirmed(false));
    }
    assertEquals(
        PointerMemory.UNCONFIRMED_MOST, left(VisitReport.metUnknown(STRANGE).whenConfirmed(false)));
  }

  @Test
  void zoneWithMoreThatCanBeTakenIsNotLeft() {
    VisitReport met = VisitReport.metUnknown(STRANGE);
    VisitReport more =
        new VisitReport(false, true, met.unknown(), false, true, met.failure(), Optional.empty());
    memory.visited(ZONE, more, true, now);
    assertEquals(Instant.MIN, memory.leftUntil(ZONE));
  }

  @Test
  void zoneThatTheDatabaseRefusedIsTriedAgainWithinSeconds() {
    for (int i = 0; i < 20; i++) {
      memory.visited(ZONE, VisitReport.failed(VisitReport.Failure.REFUSED), true, now);
    }
    assertEquals(now.plus(PointerMemory.AFTER_FAILURE_MOST), memory.notBefore(ZONE));
    memory.visited(ZONE, VisitReport.uneventful(), true, now);
    assertEquals(Instant.MIN, memory.notBefore(ZONE));
  }
}
