package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InabilitiesTest {
  private final Throwable noSchema =
      new QueueException(QueueException.Code.APPLICATION_NOT_FOUND, "planted");
  private final Throwable oldMetaData = new IllegalStateException("planted");

  private final Inabilities inabilities = new Inabilities();
  private Instant now = Instant.EPOCH;

  private static VisitKey.OfZone zone(int application, String user) {
    return new VisitKey.OfZone(
        "west", new PointerRef(application, new TenantId("app-" + application, user), "zone", 0));
  }

  private boolean isLeft(VisitKey.OfZone zone) {
    return inabilities.leftUntil(zone, now).isAfter(now);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  @Test
  void allZonesOfAnUnknownApplicationAreLeft() {
    inabilities.unable(zone(1, "a"), noSchema, now);
    assertTrue(isLeft(zone(1, "a")));
    assertTrue(isLeft(zone(1, "b")));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(2, "a"), now));
  }

  @Test
  void oneZoneIsTriedEachSecond() {
    inabilities.unable(zone(1, "a"), noSchema, now);
    assertEquals(now.plus(Inabilities.PROBED_EVERY), inabilities.leftUntil(zone(1, "b"), now));
    pass(Inabilities.PROBED_EVERY);
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "b"), now));
    inabilities.tries(zone(1, "b"), now);
    assertTrue(isLeft(zone(1, "a")));
    inabilities.able(zone(1, "b"));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void onlyTheZonesOfNewerMetaDataAreLeft() {
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    assertTrue(isLeft(zone(1, "a")));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "b"), now));
    inabilities.able(zone(1, "b"));
    assertTrue(isLeft(zone(1, "a")));
    inabilities.able(zone(1, "a"));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void aZoneIsLeftForLongerEachTimeButForAMinuteAtMost() {
    for (int i = 0; i < 20; i++) {
      inabilities.unable(zone(1, "a"), oldMetaData, now);
    }
    inabilities.unable(zone(1, "b"), oldMetaData, now);
    pass(Duration.ofSeconds(1));
    inabilities.tries(zone(1, "a"), now);
    assertTrue(isLeft(zone(1, "a")));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "b"), now));
    pass(Duration.ofSeconds(59));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void unreadApplicationsAreToldForTwoMinutes() {
    inabilities.unable(zone(1, "a"), noSchema, now);
    assertEquals(Set.of("app-1"), inabilities.unread("west", now));
    assertEquals(Set.of(), inabilities.unread("east", now));
    pass(Duration.ofMinutes(2).plusMillis(1));
    assertEquals(Set.of(), inabilities.unread("west", now));
  }

  @Test
  void allIsForgottenWhenTheClockWasMoved() {
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    inabilities.forget();
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
    assertEquals(Set.of(), inabilities.unread("west", now));
  }

  @Test
  void aVisitToAZoneThatIsNotLeftIsNoTrial() {
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    pass(Duration.ofMillis(900));
    inabilities.tries(zone(1, "b"), now);
    inabilities.tries(zone(2, "a"), now);
    pass(Duration.ofMillis(100));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void aZoneIsLeftForTwiceAsLongEachTime() {
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    pass(Duration.ofMillis(1_500));
    inabilities.tries(zone(1, "a"), now);
    assertEquals(
        Instant.EPOCH.plusSeconds(2), inabilities.leftUntil(zone(1, "a"), now), "until it is over");
    pass(Duration.ofMillis(500));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void failuresOfMoreThanTwoMinutesAgoDoNotCount() {
    for (int i = 0; i < 5; i++) {
      inabilities.unable(zone(1, "a"), oldMetaData, now);
    }
    pass(Duration.ofMinutes(2));
    assertEquals(Set.of("app-1"), inabilities.unread("west", now));
    pass(Duration.ofMillis(1));
    assertEquals(Set.of(), inabilities.unread("west", now));
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    pass(Duration.ofMillis(500));
    inabilities.tries(zone(1, "a"), now);
    pass(Duration.ofMillis(500));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "a"), now));
  }

  @Test
  void anApplicationThatHasBecomeKnownLeavesTheZonesThatFailOtherwise() {
    inabilities.unable(zone(1, "a"), noSchema, now);
    inabilities.unable(zone(1, "a"), oldMetaData, now);
    assertTrue(isLeft(zone(1, "a")));
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "b"), now));
  }

  @Test
  void zonesLookedAtLongestAgoAreForgotten() {
    for (int i = 0; i <= 20_000; i++) {
      inabilities.unable(zone(1, "user " + i), oldMetaData, now);
    }
    assertEquals(Instant.MIN, inabilities.leftUntil(zone(1, "user 0"), now));
    assertTrue(isLeft(zone(1, "user 1")));
  }
}
