package dev.tenure.consumer;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * What this consumer remembers of zones it visited: when, what stood in the way, how much they gave
 * while nobody else waited. Forgets the least recently visited; whatever is forgotten is only
 * advice. Used on the scanner's strand.
 */
final class PointerMemory {
  static final Duration UNKNOWN_LEAST = Duration.ofSeconds(1);
  static final Duration UNKNOWN_MOST = Duration.ofSeconds(60);
  static final Duration THROTTLED_LEAST = Duration.ofMillis(100);
  static final Duration THROTTLED_MOST = Duration.ofSeconds(1);

  private static final Duration AFTER_CONFLICT = Duration.ofMillis(5);
  private static final Duration AFTER_FAILURE_LEAST = Duration.ofMillis(100);
  private static final Duration AFTER_FAILURE_MOST = Duration.ofMinutes(5);
  private static final int KEPT_MAX = 20_000;

  /** While others run what is unknown here, their turn comes: a pointer rests for less. */
  private static final Duration LEFT_LEAST = UNKNOWN_LEAST.multipliedBy(2);

  private static final Duration LEFT_MOST = Duration.ofSeconds(10);

  /** What others have of a zone that was full here, once its pointer vests again. */
  private static final Duration HEAD_START = Duration.ofMillis(50);

  private final ConsumerOptions options;
  private final BiPredicate<String, Set<TypeVersion>> runElsewhere;
  private final Predicate<String> shared;
  private final Map<Candidate.Key, Entry> entries = new Recent();
  private long visits;

  /**
   * @param runElsewhere whether other live consumers of a cluster run one of the types
   * @param shared whether other live consumers of a cluster run the same types as this one
   */
  PointerMemory(
      ConsumerOptions options,
      BiPredicate<String, Set<TypeVersion>> runElsewhere,
      Predicate<String> shared) {
    this.options = options;
    this.runElsewhere = runElsewhere;
    this.shared = shared;
  }

  /** Mutable: one for each zone or local item. */
  private static final class Entry {
    private long visitNumber;
    private Instant visitedAt = Instant.MIN;
    private Instant notBefore = Instant.MIN;
    private int failures;
    private Instant leftUntil = Instant.MIN;
    private Set<TypeVersion> unknownTypes = Set.of();
    private int unknown;
    private int left;
    private int throttled;
    private int itemsMax;
  }

  /** In order of access, bounded. */
  private static final class Recent extends LinkedHashMap<Candidate.Key, Entry> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Candidate.Key, Entry> eldest) {
      return size() > KEPT_MAX;
    }
  }

  /** The number of the latest visit that has ended; they count up. */
  long visits() {
    return visits;
  }

  /**
   * Whether a visit has ended since the given one, or a given time: what was peeked is outdated.
   */
  boolean visitedSince(Candidate.Key key, long visit, Instant time) {
    Entry entry = entries.get(key);
    return entry != null && (entry.visitNumber > visit || entry.visitedAt.isAfter(time));
  }

  /** Until when the zone is left alone after a failure or a conflict. */
  Instant notBefore(Candidate.Key key) {
    Entry entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.notBefore;
  }

  /**
   * Until when a zone is left to others, who run what is unknown or full here: the one whose share
   * it is in would be first each time. A nudge ends that, it may tell of something else.
   */
  Instant leftUntil(Candidate.Key key) {
    Entry entry = entries.get(key);
    return entry == null ? Instant.MIN : entry.leftUntil;
  }

  /** The paper's dequeue_max for a zone while nobody else waits. */
  int itemsMaxAlone(Candidate.Key key) {
    Entry entry = entries.get(key);
    return entry == null || entry.itemsMax == 0 ? options.dequeueMax() : entry.itemsMax;
  }

  /** How long a pointer is to rest should its vested items not be takeable. */
  Duration obstacleDelay(Candidate.Key key, boolean throttling) {
    Entry entry = entries.get(key);
    if (entry != null && entry.throttled > 0) {
      return doubled(THROTTLED_LEAST, entry.throttled, THROTTLED_MOST);
    }
    if (entry != null && entry.unknown > 0) {
      return runElsewhere.test(key.cluster(), entry.unknownTypes)
          ? UNKNOWN_LEAST
          : doubled(UNKNOWN_LEAST, entry.unknown, UNKNOWN_MOST);
    }
    return throttling ? THROTTLED_LEAST : UNKNOWN_LEAST;
  }

  /**
   * @param alone nobody else waited when it began or ended
   */
  void visited(Candidate.Key key, VisitReport report, boolean alone, Instant now) {
    Instant rested = now.plus(obstacleDelay(key, true));
    Entry entry = entries.computeIfAbsent(key, absent -> new Entry());
    entry.visitNumber = ++visits;
    entry.visitedAt = now;
    entry.failures = report.failed() ? entry.failures + 1 : 0;
    entry.throttled = report.metThrottled() ? entry.throttled + 1 : 0;
    entry.unknown = report.metUnknown() ? entry.unknown + 1 : 0;
    entry.unknownTypes = report.unknown();
    boolean leave = report.metUnknown() && runElsewhere.test(key.cluster(), entry.unknownTypes);
    entry.left = leave ? entry.left + 1 : 0;
    entry.leftUntil =
        leave ? now.plus(doubled(LEFT_LEAST, entry.left - 1, LEFT_MOST)) : Instant.MIN;
    if (report.metThrottled() && !report.moreVested() && shared.test(key.cluster())) {
      entry.leftUntil = rested.plus(HEAD_START);
    }
    entry.itemsMax =
        report.moreVested() && alone
            ? Math.min(
                options.dequeueMaxAlone(), 2 * Math.max(entry.itemsMax, options.dequeueMax()))
            : 0;
    if (report.failed()) {
      entry.notBefore =
          now.plus(doubled(AFTER_FAILURE_LEAST, entry.failures - 1, AFTER_FAILURE_MOST));
    } else {
      entry.notBefore = report.collided() ? now.plus(AFTER_CONFLICT) : Instant.MIN;
    }
    if (report.metUnknown() && key instanceof Candidate.Key.OfLocalItem) {
      // A zone's pointer rests; a local item would be looked at again at once.
      entry.notBefore = now.plus(doubled(UNKNOWN_LEAST, entry.unknown, UNKNOWN_MOST));
    }
  }

  private static Duration doubled(Duration least, int times, Duration most) {
    Duration delay = least.multipliedBy(1L << Math.min(times, 20));
    return delay.compareTo(most) < 0 ? delay : most;
  }
}
