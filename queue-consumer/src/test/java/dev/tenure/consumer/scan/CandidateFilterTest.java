package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.TypeVersion;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.consumer.visit.VisitReport;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which entries of a peek may be visited now. */
class CandidateFilterTest {
  private static final Duration THROTTLED = Duration.ofMillis(100);

  private final Fleet fleet = Fleet.start();
  private final List<Throwable> failures = new ArrayList<>();
  private final Environment environment =
      Environments.of(fleet, ConsumerOptions.defaults("c"), failures::add);
  private final Source source = new Source(fleet.process("one").cluster(), 0);
  private final InFlightRegistry inFlightItems = new InFlightRegistry();
  private final PointerMemory memory = new PointerMemory(environment.options());
  private final Inabilities inabilities = new Inabilities();
  private final Throttle throttle =
      new Throttle(
          Handlers.builder()
              .on(
                  Fleet.SEND.withPolicy(WorkPolicy.defaults().withConcurrency(1)),
                  (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
              .build());
  private final CandidateFilter filter =
      new CandidateFilter(
          environment,
          inFlightItems,
          memory,
          inabilities,
          throttle,
          new Unserved(environment.options()));
  private final Instant now = fleet.time.instant();

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private Candidate.Zone zone(List<TopLevelEntry.Nudge> nudges) {
    return new Candidate.Zone(source, new PointerRef(1, Fleet.AHAB, "default", 0), nudges, now);
  }

  private Candidate.LocalItem local(String type) {
    return new Candidate.LocalItem(
        source, new TopLevelEntry.Local(0, "item of " + type, type, 1, now));
  }

  private CandidateFilter.Sieved sieve(Candidate... candidates) {
    return filter.sieve(
        List.of(candidates), new ShardPeek(now, filter.visits(), true, false, true, 1));
  }

  private CandidateFilter.Sieved kept(Candidate candidate) {
    return new CandidateFilter.Sieved(List.of(candidate), Instant.MAX);
  }

  private static CandidateFilter.Sieved later(Instant at) {
    return new CandidateFilter.Sieved(List.of(), at);
  }

  @Test
  void whatIsBeingVisitedIsDropped() {
    Candidate.Zone zone = zone(List.of());
    assertEquals(kept(zone), sieve(zone));
    assertTrue(filter.mayBeVisited(zone));
    inFlightItems.beginVisit(zone.key());
    assertEquals(later(Instant.MAX), sieve(zone));
    assertFalse(filter.mayBeVisited(zone));
  }

  @Test
  void aZoneThatCannotBeOpenedIsLeftUntilItMayBeTried() {
    Candidate.Zone zone = zone(List.of());
    inabilities.unable(
        (VisitKey.OfZone) zone.key(),
        new QueueException(QueueException.Code.APPLICATION_NOT_FOUND, "planted"),
        now);
    Instant until = inabilities.leftUntil((VisitKey.OfZone) zone.key(), now);
    assertTrue(until.isAfter(now));
    assertEquals(later(until), sieve(zone));
    assertFalse(filter.mayBeVisited(zone));
  }

  @Test
  void aZoneThatHasNothingForThisConsumerIsLeftUntilANudge() {
    Candidate.Zone zone = zone(List.of());
    memory.visited(zone.key(), VisitReport.throttled(), true, now);
    Instant until = memory.leftUntil((VisitKey.OfZone) zone.key());
    assertTrue(until.isAfter(now));
    assertEquals(later(until), sieve(zone));
    Candidate.Zone nudged = zone(List.of(new TopLevelEntry.Nudge(zone.ref(), now, new byte[] {1})));
    assertEquals(kept(nudged), sieve(nudged));
  }

  @Test
  void aLocalItemOfAnUnknownTypeIsLeftOnceItWasMet() {
    Candidate.LocalItem strange = local("strange");
    assertEquals(kept(strange), sieve(strange));
    memory.visited(strange.key(), VisitReport.metUnknown(new TypeVersion("strange", 1)), true, now);
    Instant until = memory.notBefore(strange.key());
    assertTrue(until.isAfter(now));
    assertEquals(later(until), sieve(strange));
  }

  @Test
  void aLocalItemWhoseTypeIsFullIsLeftForAMoment() {
    Candidate.LocalItem known = local(Fleet.SEND.name());
    assertEquals(kept(known), sieve(known));
    assertTrue(throttle.tryAcquire(Fleet.SEND.name()));
    assertEquals(later(now.plus(THROTTLED)), sieve(known));
  }

  @Test
  void theEarliestOfSeveralTimesCounts() {
    Candidate.Zone zone = zone(List.of());
    memory.visited(zone.key(), VisitReport.metUnknown(new TypeVersion("s", 1)), true, now);
    assertTrue(throttle.tryAcquire(Fleet.SEND.name()));
    Candidate.LocalItem full = local(Fleet.SEND.name());
    assertEquals(later(now.plus(THROTTLED)), sieve(full, zone));
    assertEquals(later(now.plus(THROTTLED)), sieve(zone, full));
  }

  @Test
  void aPeekAtAnOldVersionDropsWhatWasVisitedSince() {
    Candidate.Zone zone = zone(List.of());
    ShardPeek weak = new ShardPeek(now, filter.visits(), true, true, true, 1);
    assertEquals(kept(zone), filter.sieve(List.of(zone), weak));
    memory.visited(zone.key(), VisitReport.uneventful(), true, now);
    assertEquals(later(Instant.MAX), filter.sieve(List.of(zone), weak));
  }
}
