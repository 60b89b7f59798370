package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResponsesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SILENT_AT = NOW.plus(Responses.SILENCE);
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final int MANAGERS = 2;

  private final VirtualTime time = new VirtualTime();
  private final Capacity capacity =
      new Capacity(ConsumerOptions.defaults("c"), new Scheduler(time, time, time), time);
  private final List<String> probed = new ArrayList<>();
  private final Responses responses = new Responses(capacity, MANAGERS, probed::add);

  private static VisitKey zone(String cluster, String user) {
    return new VisitKey.OfZone(
        cluster, new PointerRef(1, new TenantId("mail", user), "default", 0));
  }

  private void begin(String cluster, String user, int slots) {
    begin(cluster, user, slots, NOW);
  }

  private void begin(String cluster, String user, int slots, Instant at) {
    assertEquals(slots, capacity.take(slots));
    responses.begin(zone(cluster, user), slots, at);
  }

  /** As a manager does, which frees the slots before it reports. */
  private void end(String cluster, String user, int slots, boolean answered) {
    capacity.free(slots);
    responses.end(zone(cluster, user), answered, SILENT_AT);
  }

  @Test
  void aSlowClusterHoldsAnEqualPartOfTheManagers() {
    Instant later = NOW.plus(Responses.SLOW).plusMillis(1);
    begin("west", "ahab", 1);
    assertTrue(responses.mayHoldMore("west", 2, NOW), "not slow yet");
    assertFalse(responses.mayHoldMore("west", 2, later), "a visit takes long");
    assertTrue(responses.mayHoldMore("east", 2, later));
    assertTrue(responses.mayHoldMore("west", 1, later), "there is no other cluster");
    capacity.free(1);
    responses.end(zone("west", "ahab"), true, later);
    begin("west", "ishmael", 1, later);
    assertFalse(responses.mayHoldMore("west", 2, later), "the last visit took long");
    capacity.free(1);
    responses.end(zone("west", "ishmael"), true, later);
    begin("west", "queequeg", 1, later);
    assertTrue(responses.mayHoldMore("west", 2, later), "the last visit was quick");
  }

  @Test
  void aClusterThatRefusesVisitsCountsAsSlow() {
    responses.refused("west");
    assertTrue(responses.mayHoldMore("west", 2, NOW));
    begin("west", "ahab", 1);
    assertFalse(responses.mayHoldMore("west", 2, NOW));
  }

  private boolean isSilent(String cluster) {
    return responses.seen().silent().contains(cluster);
  }

  private void makeWestSilent() {
    begin("west", "ahab", 3);
    begin("east", "ahab", 2, NOW.plus(MOMENT));
    responses.answered("east", SILENT_AT.minus(MOMENT));
    responses.check(SILENT_AT);
  }

  @Test
  void aClusterThatLeavesAVisitWithoutAnAnswerForTwoSecondsIsSilent() {
    begin("west", "ahab", 3);
    assertEquals(new Responses.ResponseSnapshot(Set.of(), 1), responses.seen());
    responses.check(SILENT_AT.minus(MOMENT));
    assertFalse(isSilent("west"));
    assertTrue(responses.areWaited());
    assertEquals(1, responses.busyManagers());
    responses.check(SILENT_AT);
    assertTrue(isSilent("west"));
    assertFalse(responses.areWaited());
    assertEquals(0, responses.busyManagers());
    assertEquals(new Responses.ResponseSnapshot(Set.of("west"), 0), responses.seen());
  }

  @Test
  void theRoomOfASilentClusterIsFreeForOthers() {
    makeWestSilent();
    assertFalse(isSilent("east"));
    assertEquals(2, capacity.taken());
    assertEquals(1, responses.busyManagers());
    assertTrue(responses.areWaited());
    assertEquals(List.of("west"), probed);
  }

  @Test
  void aSilentClusterIsProbedOnceUntilAnotherVisitEndsUnanswered() {
    makeWestSilent();
    responses.check(SILENT_AT.plusSeconds(10));
    assertEquals(List.of("west", "east"), probed);
    end("west", "ahab", 3, false);
    assertEquals(List.of("west", "east", "west"), probed);
  }

  @Test
  void aClusterThatAnswersSomethingElseIsNotSilent() {
    begin("west", "ahab", 3);
    responses.answered("west", NOW.plusSeconds(1));
    responses.answered("west", NOW);
    responses.check(SILENT_AT);
    assertFalse(isSilent("west"));
    responses.check(SILENT_AT.plusSeconds(1));
    assertTrue(isSilent("west"));
  }

  @Test
  void anAnswerAfterItFellSilentEndsTheSilence() {
    makeWestSilent();
    responses.answered("west", SILENT_AT.minus(MOMENT));
    assertTrue(isSilent("west"));
    assertEquals(2, capacity.taken());
    responses.answered("west", SILENT_AT);
    assertFalse(isSilent("west"));
    assertEquals(new Responses.ResponseSnapshot(Set.of(), 1), responses.seen());
  }

  @Test
  void afterTheSilenceOnlyYoungVisitsAreWaitedForAgain() {
    begin("west", "ahab", 3);
    begin("west", "queequeg", 4, NOW.plus(MOMENT));
    responses.check(SILENT_AT);
    assertEquals(0, capacity.taken());
    responses.answered("west", SILENT_AT);
    assertEquals(4, capacity.taken());
    assertEquals(new Responses.ResponseSnapshot(Set.of(), 1), responses.seen());
    end("west", "queequeg", 4, true);
    assertEquals(0, capacity.taken());
    end("west", "ahab", 3, true);
    assertEquals(0, capacity.taken());
  }

  @Test
  void aVisitIsWaitedForTwoSecondsThoughItsClusterAnswersPeeks() {
    begin("west", "ahab", 3);
    responses.answered("west", SILENT_AT.minus(MOMENT));
    responses.check(SILENT_AT.minus(MOMENT));
    assertEquals(3, capacity.taken());
    responses.check(SILENT_AT);
    assertFalse(isSilent("west"));
    assertEquals(0, capacity.taken());
    assertEquals(0, responses.busyManagers());
    end("west", "ahab", 3, true);
    assertEquals(0, capacity.taken());
  }

  @Test
  void noVisitBeginsWhereAsManyAsThereAreManagersWereNotAnswered() {
    assertTrue(responses.mayBegin("west"));
    begin("west", "ahab", 3);
    begin("west", "queequeg", 4, NOW.plus(MOMENT));
    responses.answered("west", SILENT_AT);
    responses.check(SILENT_AT);
    assertTrue(responses.mayBegin("west"), "one is waited for");
    responses.answered("west", SILENT_AT.plus(MOMENT));
    responses.check(SILENT_AT.plus(MOMENT));
    assertFalse(responses.mayBegin("west"));
    assertTrue(isSilent("west"));
    assertTrue(responses.mayBegin("east"));
    end("west", "queequeg", 4, true);
    assertTrue(responses.mayBegin("west"));
    assertFalse(isSilent("west"));
  }

  @Test
  void anAnswerToALaterVisitLetsOthersBegin() {
    begin("west", "ahab", 3);
    begin("west", "queequeg", 4);
    begin("west", "ishmael", 1, NOW.plus(MOMENT));
    responses.answered("west", SILENT_AT);
    responses.check(SILENT_AT);
    assertFalse(responses.mayBegin("west"));
    end("west", "ishmael", 1, true);
    assertTrue(responses.mayBegin("west"));
  }

  @Test
  void theRoomOfAVisitThatEndsWhileItsClusterIsSilentIsFreedOnce() {
    makeWestSilent();
    end("west", "ahab", 3, false);
    assertEquals(2, capacity.taken());
    assertTrue(isSilent("west"));
    responses.answered("west", SILENT_AT.plusSeconds(5));
    assertEquals(2, capacity.taken());
  }

  @Test
  void anAnsweredVisitGivesItsManagerBack() {
    begin("west", "ahab", 3);
    begin("west", "queequeg", 4);
    end("west", "ahab", 3, true);
    assertEquals(new Responses.ResponseSnapshot(Set.of(), 1), responses.seen());
    assertEquals(4, capacity.taken());
    responses.check(SILENT_AT);
    assertFalse(isSilent("west"));
  }

  @Test
  void aVisitThatEndsUnansweredMakesItsClusterSilentAtOnce() {
    begin("west", "ahab", 3);
    begin("west", "queequeg", 4);
    end("west", "ahab", 3, false);
    assertEquals(new Responses.ResponseSnapshot(Set.of("west"), 0), responses.seen());
    assertEquals(0, capacity.taken());
    assertEquals(List.of("west"), probed);
  }

  @Test
  void afterTheClockWasPutBackVisitsUnderWayBeginAnewAndAnyAnswerCounts() {
    makeWestSilent();
    Instant put = NOW.minusSeconds(3_600);
    responses.clockMoved(put);
    responses.answered("west", put);
    assertFalse(isSilent("west"));
    responses.check(put.plus(Responses.SILENCE).minus(MOMENT));
    assertFalse(isSilent("east"));
    responses.check(put.plus(Responses.SILENCE));
    assertTrue(isSilent("east"));
    assertEquals(0, capacity.taken());
  }
}
