package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.inflight.TypeVersion;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.VisitReport;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PointerMemoryTest {
  private static final VisitKey ZONE =
      new VisitKey.OfZone(
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
    assertEquals(PointerMemory.THROTTLED.longest(), left(VisitReport.throttled()));
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
    assertEquals(PointerMemory.UNKNOWN.longest(), left(VisitReport.metUnknown(STRANGE)));
  }

  @Test
  void zoneOfWhichProducersMayNotTellIsLookedIntoWithinSixSeconds() {
    for (int i = 0; i < 20; i++) {
      left(VisitReport.metUnknown(STRANGE).whenConfirmed(false));
    }
    assertEquals(
        PointerMemory.UNCONFIRMED.longest(),
        left(VisitReport.metUnknown(STRANGE).whenConfirmed(false)));
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
      memory.visited(ZONE, VisitReport.failed(VisitReport.ErrorKind.REFUSED), true, now);
    }
    assertEquals(now.plus(PointerMemory.AFTER_FAILURE.longest()), memory.notBefore(ZONE));
    memory.visited(ZONE, VisitReport.uneventful(), true, now);
    assertEquals(Instant.MIN, memory.notBefore(ZONE));
  }

  private static VisitKey zone(int number) {
    return new VisitKey.OfZone(
        "cluster", new PointerRef(1, new TenantId("application", "user " + number), "zone", 0));
  }

  private static VisitReport moreVested() {
    VisitReport none = VisitReport.uneventful();
    return new VisitReport(
        false, true, none.unknown(), false, false, none.failure(), none.inability());
  }

  @Test
  void visitsAreCounted() {
    assertFalse(memory.visitedSince(ZONE, 0, Instant.MAX));
    memory.visited(ZONE, VisitReport.uneventful(), true, now);
    assertEquals(1, memory.visits());
    assertTrue(memory.visitedSince(ZONE, 0, Instant.MAX));
    assertFalse(memory.visitedSince(ZONE, 1, Instant.MAX));
    memory.visited(zone(1), VisitReport.uneventful(), true, now);
    assertEquals(2, memory.visits());
    assertFalse(memory.visitedSince(ZONE, 1, now));
    assertTrue(memory.visitedSince(ZONE, 1, now.minusMillis(1)));
  }

  @Test
  void zoneThatAnotherVisitedIsTriedAgainFiveMillisecondsLater() {
    memory.visited(ZONE, VisitReport.collision(), true, now);
    assertEquals(now.plusMillis(5), memory.notBefore(ZONE));
    assertEquals(Instant.MIN, memory.notBefore(zone(1)));
  }

  @Test
  void failuresInARowDoubleTheWaitUntilAVisitSucceeds() {
    VisitReport failed = VisitReport.failed(VisitReport.ErrorKind.UNANSWERED);
    for (int millis : new int[] {100, 200, 400}) {
      memory.visited(ZONE, failed, true, now);
      assertEquals(now.plusMillis(millis), memory.notBefore(ZONE));
    }
    memory.visited(ZONE, VisitReport.uneventful(), true, now);
    memory.visited(ZONE, failed, true, now);
    assertEquals(now.plusMillis(100), memory.notBefore(ZONE));
  }

  @Test
  void whatIsUnknownAgainAfterAVisitWithoutItIsLeftForTwoSecondsAnew() {
    left(VisitReport.metUnknown(STRANGE));
    left(VisitReport.metUnknown(STRANGE));
    assertEquals(Duration.ZERO, left(VisitReport.uneventful()));
    assertEquals(PointerMemory.UNKNOWN.first(), left(VisitReport.metUnknown(STRANGE)));
  }

  @Test
  void localItemOfUnknownTypeIsNotVisitedWhileItIsLeft() {
    VisitKey item = new VisitKey.OfLocalItem("cluster", 0, "sweep");
    memory.visited(item, VisitReport.metUnknown(STRANGE), true, now);
    assertEquals(now.plus(PointerMemory.UNKNOWN.first()), memory.notBefore(item));
    memory.visited(item, VisitReport.throttled(), true, now);
    assertEquals(Instant.MIN, memory.notBefore(item));
    memory.visited(ZONE, VisitReport.metUnknown(STRANGE), true, now);
    assertEquals(Instant.MIN, memory.notBefore(ZONE));
  }

  @Test
  void zoneThatHasMoreWhileNobodyElseWaitsGivesTwiceAsManyNextTime() {
    ConsumerOptions options = ConsumerOptions.defaults("c");
    assertEquals(options.dequeueMax(), memory.itemsMaxAlone(ZONE));
    for (int i = 1; i < 20; i++) {
      memory.visited(ZONE, moreVested(), true, now);
      int most = (int) Math.min(options.dequeueMaxAlone(), (long) options.dequeueMax() << i);
      assertEquals(most, memory.itemsMaxAlone(ZONE));
    }
    memory.visited(ZONE, moreVested(), false, now);
    assertEquals(options.dequeueMax(), memory.itemsMaxAlone(ZONE));
    memory.visited(ZONE, moreVested(), true, now);
    memory.visited(ZONE, VisitReport.uneventful(), true, now);
    assertEquals(options.dequeueMax(), memory.itemsMaxAlone(ZONE));
  }

  @Test
  void zonesVisitedLongestAgoAreForgotten() {
    memory.visited(ZONE, VisitReport.collision(), true, now);
    for (int i = 0; i < 19_999; i++) {
      memory.visited(zone(i), VisitReport.collision(), true, now);
    }
    assertEquals(now.plusMillis(5), memory.notBefore(ZONE));
    memory.visited(zone(20_000), VisitReport.collision(), true, now);
    assertEquals(now.plusMillis(5), memory.notBefore(ZONE), "looked at more lately than the first");
    assertEquals(Instant.MIN, memory.notBefore(zone(0)));
    memory.forget();
    assertEquals(Instant.MIN, memory.notBefore(ZONE));
  }
}
