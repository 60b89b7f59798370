package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Drops peeked candidates that are not worth a visit: those already in flight (Algorithm 1, line
 * 7), and those of which this consumer knows that a visit would find nothing to run. Used on the
 * scanner's serial executor.
 */
final class CandidateFilter {
  private static final Duration THROTTLED = Duration.ofMillis(100);

  private final Environment environment;
  private final InFlightRegistry inFlightItems;
  private final PointerMemory memory;
  private final Inabilities inabilities;
  private final Throttle throttle;
  private final Unserved unserved;

  CandidateFilter(
      Environment environment,
      InFlightRegistry inFlightItems,
      PointerMemory memory,
      Inabilities inabilities,
      Throttle throttle,
      Unserved unserved) {
    this.environment = environment;
    this.inFlightItems = inFlightItems;
    this.memory = memory;
    this.inabilities = inabilities;
    this.throttle = throttle;
    this.unserved = unserved;
  }

  /**
   * The result of filtering one peek.
   *
   * @param kept candidates that may be visited
   * @param laterAt the earliest time at which a dropped candidate may be visited
   */
  record Sieved(List<Candidate> kept, Instant laterAt) {}

  long visits() {
    return memory.visits();
  }

  /**
   * Whether a candidate that the filter kept may still be visited: another visit to it may have
   * begun since.
   */
  boolean mayBeVisited(Candidate candidate) {
    VisitKey key = candidate.key();
    Instant now = environment.time().now();
    return !inFlightItems.visiting(key)
        && !(key instanceof VisitKey.OfZone zone && inabilities.leftUntil(zone, now).isAfter(now));
  }

  Sieved sieve(List<Candidate> candidates, ShardPeek peek) {
    Instant now = environment.time().now();
    Instant stale = peek.weak() ? peek.at().minus(staleness()) : Instant.MAX;
    List<Candidate> kept = new ArrayList<>();
    Instant laterAt = Instant.MAX;
    for (Candidate candidate : candidates) {
      VisitKey key = candidate.key();
      if (unserved.leaves(candidate, now)) {
        continue;
      }
      if (inFlightItems.visiting(key) || memory.visitedSince(key, peek.visits(), stale)) {
        continue;
      }
      Instant notBefore = later(candidate, now);
      if (notBefore.isAfter(now)) {
        laterAt = notBefore.isBefore(laterAt) ? notBefore : laterAt;
      } else {
        kept.add(candidate);
      }
    }
    return new Sieved(kept, laterAt);
  }

  private Instant later(Candidate candidate, Instant now) {
    if (candidate instanceof Candidate.LocalItem local) {
      String type = local.entry().type();
      if (!throttle.knows(type, local.entry().schemaVersion())) {
        return memory.notBefore(local.key());
      }
      if (throttle.full(type)) {
        return now.plus(THROTTLED);
      }
    }
    Instant notBefore = memory.notBefore(candidate.key());
    if (notBefore.isAfter(now) || !(candidate.key() instanceof VisitKey.OfZone key)) {
      return notBefore;
    }
    boolean nudged = candidate instanceof Candidate.Zone zone && !zone.nudges().isEmpty();
    Instant left = nudged ? Instant.MIN : memory.leftUntil(key);
    return left.isAfter(now) ? left : inabilities.leftUntil(key, now);
  }

  private Duration staleness() {
    return environment.options().tuning().staleness();
  }
}
