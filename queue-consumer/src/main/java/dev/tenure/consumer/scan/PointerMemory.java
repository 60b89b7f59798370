package dev.tenure.consumer.scan;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.VisitReport;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What this consumer remembers of zones it visited: when, what stood in the way, how much they gave
 * while nobody else waited. Forgets the least recently visited; whatever is forgotten is only
 * advice. Used on the scanner's serial executor.
 */
final class PointerMemory {
  static final ExponentialBackoff UNKNOWN =
      new ExponentialBackoff(Duration.ofSeconds(2), Duration.ofSeconds(60));
  static final ExponentialBackoff UNCONFIRMED =
      new ExponentialBackoff(UNKNOWN.first(), Duration.ofSeconds(5));
  static final ExponentialBackoff THROTTLED =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(1));
  static final ExponentialBackoff AFTER_FAILURE =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(5));
  private static final Duration AFTER_CONFLICT = Duration.ofMillis(5);
  private static final int KEPT_MAX = 20_000;

  private final ConsumerOptions options;
  private final Map<VisitKey, ZoneMemory> entries = new RecentMap<>(KEPT_MAX);
  private long visits;

  PointerMemory(ConsumerOptions options) {
    this.options = options;
  }

  /** Mutable: one for each zone or local item. */
  private static final class ZoneMemory {
    private long visitNumber;
    private Instant visitedAt = Instant.MIN;
    private Instant notBefore = Instant.MIN;
    private Instant leftUntil = Instant.MIN;
    private int failures;
    private int unknown;
    private int throttled;
    private int itemsMax;
  }

  /** Forgets all zones, as when the times kept of them mean nothing any more. */
  void forget() {
    entries.clear();
  }

  /** The number of the latest visit that has ended; they count up. */
  long visits() {
    return visits;
  }

  /**
   * Whether a visit has ended since the given one, or a given time: what was peeked is outdated.
   */
  boolean visitedSince(VisitKey key, long visit, Instant time) {
    ZoneMemory entry = entries.get(key);
    return entry != null && (entry.visitNumber > visit || entry.visitedAt.isAfter(time));
  }

  /** Until when the zone is left alone after a failure or a conflict. */
  Instant notBefore(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.notBefore;
  }

  /**
   * Until when a zone is left to others, because all that is vested in it is unknown or full here.
   * Its pointer stays vested, so that they need not wait. A nudge ends that, it may tell of
   * something else.
   */
  Instant leftUntil(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.leftUntil;
  }

  /** The paper's dequeue_max for a zone while nobody else waits. */
  int itemsMaxAlone(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null || entry.itemsMax == 0 ? options.dequeueMax() : entry.itemsMax;
  }

  /**
   * @param alone nobody else waited when it began or ended
   */
  void visited(VisitKey key, VisitReport report, boolean alone, Instant now) {
    ZoneMemory entry = entries.computeIfAbsent(key, absent -> new ZoneMemory());
    entry.visitNumber = ++visits;
    entry.visitedAt = now;
    entry.failures = report.failed() ? entry.failures + 1 : 0;
    entry.throttled = report.metThrottled() ? entry.throttled + 1 : 0;
    entry.unknown = report.metUnknown() ? entry.unknown + 1 : 0;
    entry.leftUntil = report.moreVested() ? Instant.MIN : now.plus(left(entry, report.confirmed()));
    entry.itemsMax =
        report.moreVested() && alone
            ? Math.min(
                options.dequeueMaxAlone(), 2 * Math.max(entry.itemsMax, options.dequeueMax()))
            : 0;
    entry.notBefore = notBefore(entry, report, now);
    if (report.metUnknown() && key instanceof VisitKey.OfLocalItem) {
      entry.notBefore = entry.leftUntil;
    }
  }

  /** What is full may have room again soon, and is not waited for as long as what is unknown. */
  private static Duration left(ZoneMemory entry, boolean confirmed) {
    if (entry.throttled > 0) {
      return THROTTLED.after(entry.throttled + 1);
    }
    return entry.unknown > 0
        ? (confirmed ? UNKNOWN : UNCONFIRMED).after(entry.unknown)
        : Duration.ZERO;
  }

  private static Instant notBefore(ZoneMemory entry, VisitReport report, Instant now) {
    if (report.failed()) {
      return now.plus(AFTER_FAILURE.after(entry.failures));
    }
    return report.collided() ? now.plus(AFTER_CONFLICT) : Instant.MIN;
  }
}
