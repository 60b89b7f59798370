package dev.tenure.consumer.inflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.IndexedItem;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final Instant VESTED = Instant.parse("2026-01-01T00:00:00Z");

  private final Throttle throttle =
      new Throttle(
          Handlers.builder()
              .on(type("narrow", 2), (payload, context) -> done())
              .on(type("wide", 0), (payload, context) -> done())
              .build());

  private static WorkType<String> type(String name, int concurrency) {
    return WorkType.of(name, PayloadCodecs.text())
        .withPolicy(WorkPolicy.defaults().withConcurrency(concurrency));
  }

  private static CompletableFuture<Outcome> done() {
    return CompletableFuture.completedFuture(Outcome.done());
  }

  private static IndexedItem item(String id, String type) {
    return new IndexedItem(id, type, 1, 8, VESTED, 10);
  }

  @Test
  void noMoreItemsOfATypeAreTakenThanMayRun() {
    Throttle.Permits permits = throttle.permits();
    assertTrue(permits.test(item("a", "narrow")));
    assertTrue(permits.test(item("b", "narrow")));
    assertFalse(permits.test(item("c", "narrow")));
    assertTrue(permits.metThrottled());
    assertFalse(permits.metUnknown());
    assertTrue(throttle.full("narrow"));
    assertTrue(throttle.saturated());
  }

  @Test
  void aTypeWithoutABoundIsNeverThrottled() {
    Throttle.Permits permits = throttle.permits();
    for (int i = 0; i < 10_000; i++) {
      assertTrue(permits.test(item("item " + i, "wide")));
    }
    assertFalse(throttle.saturated());
  }

  @Test
  void anUnknownTypeIsNeverTaken() {
    Throttle.Permits permits = throttle.permits();
    assertFalse(permits.test(item("a", "strange")));
    assertTrue(permits.metUnknown());
    assertFalse(permits.metThrottled());
    assertFalse(throttle.tryAcquire("strange"));
  }

  @Test
  void aVisitThatRunsAgainTakesNoSecondPermitForTheSameItem() {
    Throttle.Permits permits = throttle.permits();
    assertTrue(permits.test(item("a", "narrow")));
    assertTrue(permits.test(item("a", "narrow")));
    assertTrue(permits.test(item("b", "narrow")));
    assertFalse(permits.test(item("c", "narrow")));
  }

  @Test
  void permitsOfItemsThatWereNotTakenComeBack() {
    Throttle.Permits permits = throttle.permits();
    assertTrue(permits.test(item("a", "narrow")));
    assertTrue(permits.test(item("b", "narrow")));
    permits.keep(Set.of("b"));
    assertTrue(throttle.tryAcquire("narrow"));
    assertFalse(throttle.tryAcquire("narrow"));
    throttle.release("narrow");
    assertTrue(throttle.tryAcquire("narrow"));
  }

  @Test
  void aVisitKnowsWhenItsItemsHadVested() {
    Throttle.Permits permits = throttle.permits();
    assertTrue(permits.test(item("a", "wide")));
    assertEquals(VESTED, permits.vested("a"));
    assertNull(permits.vested("b"));
  }

  @Test
  void aHandlerReadsPayloadsUpToItsVersion() {
    assertEquals(1, throttle.versionKnown("narrow"));
    assertEquals(0, throttle.versionKnown("strange"));
    assertTrue(throttle.knows("narrow", 1));
    assertFalse(throttle.knows("narrow", 2));
    assertFalse(throttle.knows("strange", 1));
  }

  @Test
  void theTypesThatHaveAllRunningAreToldByName() {
    assertTrue(throttle.tryAcquire("narrow"));
    assertTrue(throttle.tryAcquire("wide"));
    assertEquals(Set.of(), throttle.fullTypes());
    assertFalse(throttle.full("narrow"));
    assertTrue(throttle.tryAcquire("narrow"));
    assertEquals(Set.of("narrow"), throttle.fullTypes());
    assertEquals(3, throttle.taken());
    throttle.release("narrow");
    throttle.release("strange");
    assertEquals(2, throttle.taken());
    assertFalse(throttle.full("narrow"));
    assertFalse(throttle.full("strange"));
  }

  @Test
  void ofEachUnknownTypeTheFirstVestingIsKept() {
    Throttle.Permits permits = throttle.permits();
    for (int seconds : new int[] {5, 3, 4}) {
      assertFalse(
          permits.test(new IndexedItem("item", "strange", 1, 8, VESTED.plusSeconds(seconds), 10)));
    }
    assertEquals(Map.of(new TypeVersion("strange", 1), VESTED.plusSeconds(3)), permits.unknown());
    assertEquals(Map.of(), throttle.permits().unknown());
  }

  @Test
  void asManyPermitsStayOutAsItemsWereTaken() {
    Throttle.Permits permits = throttle.permits();
    for (int i = 0; i < 3; i++) {
      assertTrue(permits.test(item("item " + i, "wide")));
    }
    permits.keep(Set.of("item 1"));
    assertEquals(1, throttle.taken());
  }
}
