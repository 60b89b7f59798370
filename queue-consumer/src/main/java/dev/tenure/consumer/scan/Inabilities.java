package dev.tenure.consumer.scan;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.QueueException;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The zones whose stores this consumer cannot open, because it lacks the schema of their
 * application or has older metadata. Other consumers may be able to. The consumer leaves these
 * zones alone, and tries one zone of each application every second. When the trial succeeds, it
 * visits all zones of the application again. Thread-safe.
 */
public final class Inabilities {
  static final Duration PROBED_EVERY = Duration.ofSeconds(1);
  private static final ExponentialBackoff LEFT =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** A zone that was not tried for this long no longer counts against its application. */
  private static final Duration REMEMBERED = LEFT.longest().multipliedBy(2);

  private static final int ZONES_MAX = 20_000;

  private final Map<ApplicationKey, UnreadApplication> applications = new LinkedHashMap<>();

  private record ApplicationKey(String cluster, long applicationId) {}

  /** The state of one application with zones that could not be opened; mutable. */
  private static final class UnreadApplication {
    private final String name;
    private final Map<VisitKey, LeftAlone> zones = new RecentMap<>(ZONES_MAX);
    private boolean unknown;
    private Instant probeAt = Instant.MIN;
    private Instant failedAt = Instant.MIN;

    UnreadApplication(String name) {
      this.name = name;
    }
  }

  private record LeftAlone(Instant until, int failures) {}

  /**
   * Forgets all zones. Called when the clock was corrected, since the times that are kept are of
   * the old clock.
   */
  synchronized void forget() {
    applications.clear();
  }

  /**
   * Notes that a visit could not open the zone's store for lack of a schema or of newer metadata.
   */
  synchronized void unable(VisitKey.OfZone zone, Throwable cause, Instant now) {
    UnreadApplication application =
        applications.computeIfAbsent(
            key(zone), absent -> new UnreadApplication(zone.ref().tenant().application()));
    LeftAlone before = application.zones.get(zone);
    int failures = before == null ? 0 : before.failures();
    Duration left = LEFT.after(failures + 1);
    application.zones.put(zone, new LeftAlone(now.plus(left), failures + 1));
    application.unknown = isApplicationUnknown(cause);
    application.probeAt = now.plus(PROBED_EVERY);
    application.failedAt = now;
  }

  private static boolean isApplicationUnknown(Throwable cause) {
    return FdbErrorPredicates.unwrap(cause) instanceof QueueException failed
        && failed.code() == QueueException.Code.APPLICATION_NOT_FOUND;
  }

  /** Notes that a visit opened the zone's store. */
  synchronized void able(VisitKey.OfZone zone) {
    UnreadApplication application = applications.get(key(zone));
    if (application != null && (application.unknown || application.zones.containsKey(zone))) {
      applications.remove(key(zone));
    }
  }

  /**
   * Notes that a visit to the zone begins. If the visit is a trial, this sets the time of the next
   * trial.
   */
  synchronized void tries(VisitKey.OfZone zone, Instant now) {
    UnreadApplication application = applications.get(key(zone));
    if (application != null && leftOf(application, zone) != null) {
      application.probeAt = now.plus(PROBED_EVERY);
    }
  }

  /**
   * The time until which the zone is left alone; {@link Instant#MIN} if it may be tried now. When a
   * trial of an application is due, each of its zones may be tried.
   */
  synchronized Instant leftUntil(VisitKey.OfZone zone, Instant now) {
    UnreadApplication application = applications.get(key(zone));
    LeftAlone left = application == null ? null : leftOf(application, zone);
    if (application == null || left == null || !left.until().isAfter(now)) {
      return Instant.MIN;
    }
    if (!application.probeAt.isAfter(now)) {
      return Instant.MIN;
    }
    return application.probeAt.isBefore(left.until()) ? application.probeAt : left.until();
  }

  /**
   * Without a schema of the application, all its zones are left alone; otherwise only those that
   * could not be opened.
   */
  private static @Nullable LeftAlone leftOf(UnreadApplication application, VisitKey.OfZone zone) {
    return application.unknown ? new LeftAlone(Instant.MAX, 1) : application.zones.get(zone);
  }

  /** The names of the applications on the cluster with zones that could not be opened lately. */
  public synchronized Set<String> unread(String cluster, Instant now) {
    List<ApplicationKey> over = new ArrayList<>();
    Set<String> unread = new TreeSet<>();
    applications.forEach(
        (key, application) -> {
          if (application.failedAt.plus(REMEMBERED).isBefore(now)) {
            over.add(key);
          } else if (key.cluster().equals(cluster)) {
            unread.add(application.name);
          }
        });
    over.forEach(applications::remove);
    return unread;
  }

  private static ApplicationKey key(VisitKey.OfZone zone) {
    return new ApplicationKey(zone.cluster(), zone.ref().applicationId());
  }
}
