package dev.tenure.consumer.scan;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.VisitReport;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Remembers for each zone that this consumer visited: the time of the visit, the obstacle it met,
 * and the number of items it gave while no other zone waited. The memory is bounded and forgets the
 * least recently visited zone. That is harmless: what it remembers only spares needless visits.
 * Used on the scanner's serial executor.
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

  /** The state of one zone or local item; mutable. */
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

  /**
   * Forgets all zones. Called when the clock was corrected, since the times that are kept are of
   * the old clock.
   */
  void forget() {
    entries.clear();
  }

  /**
   * The number of the latest visit that has ended. Visits are numbered in the order of their ends.
   */
  long visits() {
    return visits;
  }

  /**
   * Whether a visit to the zone has ended after the given visit or time, so that an earlier peek is
   * outdated.
   */
  boolean visitedSince(VisitKey key, long visit, Instant time) {
    ZoneMemory entry = entries.get(key);
    return entry != null && (entry.visitNumber > visit || entry.visitedAt.isAfter(time));
  }

  /** The time until which the zone is left alone after a failure or a conflict. */
  Instant notBefore(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.notBefore;
  }

  /**
   * The time until which a zone is left to other consumers, because all its vested items are of
   * types that this consumer does not know or that are at their concurrency limit. The pointer
   * stays vested, so that the other consumers find it at once. A nudge ends this time, since it may
   * announce an item of another type.
   */
  Instant leftUntil(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.leftUntil;
  }

  /**
   * The most items that a visit leases from a zone while no other zone waits (the paper's
   * dequeue_max).
   */
  int itemsMaxAlone(VisitKey key) {
    ZoneMemory entry = entries.get(key);
    return entry == null || entry.itemsMax == 0 ? options.dequeueMax() : entry.itemsMax;
  }

  /**
   * Notes the result of a visit.
   *
   * @param alone whether no other zone waited when the visit began or ended
   */
  void visited(VisitKey key, VisitReport report, boolean alone, Instant now) {
    ZoneMemory entry = entries.computeIfAbsent(key, absent -> new ZoneMemory());
    entry.visitNumber = ++visits;
    entry.visitedAt = now;
    entry.failures = report.failed() ? entry.failures + 1 : 0;
    entry.throttled = report.leftBriefly() ? entry.throttled + 1 : 0;
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

  /**
   * A zone whose types are at their limit, or whose pointer stays vested since clocks are disputed,
   * is left alone for a shorter time than one with unknown types, since a limit has room again
   * soon.
   */
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
