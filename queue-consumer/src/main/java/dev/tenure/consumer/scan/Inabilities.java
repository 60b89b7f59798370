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
 * Zones that this consumer cannot look into and others may: it lacks their application's schema, or
 * newer metadata. They are left alone, and one of an application is tried each second: when that
 * succeeds, the consumer has learned what it lacked, and tries all again. Thread-safe.
 */
public final class Inabilities {
  static final Duration PROBED_EVERY = Duration.ofSeconds(1);
  private static final ExponentialBackoff LEFT =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** A zone that was not tried for that long is not held against the application. */
  private static final Duration REMEMBERED = LEFT.longest().multipliedBy(2);

  private static final int ZONES_MAX = 20_000;

  private final Map<ApplicationKey, UnreadApplication> applications = new LinkedHashMap<>();

  private record ApplicationKey(String cluster, long applicationId) {}

  /** Mutable: one for each application with zones that could not be looked into. */
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

  /** Forgets all zones, as when the times kept of them mean nothing any more. */
  synchronized void forget() {
    applications.clear();
  }

  /** A visit could not look into the zone for want of something that others may have. */
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

  /** A visit looked into the zone. */
  synchronized void able(VisitKey.OfZone zone) {
    UnreadApplication application = applications.get(key(zone));
    if (application != null && (application.unknown || application.zones.containsKey(zone))) {
      applications.remove(key(zone));
    }
  }

  /** A visit to the zone begins; if it is a trial, the next one is due a while later. */
  synchronized void tries(VisitKey.OfZone zone, Instant now) {
    UnreadApplication application = applications.get(key(zone));
    if (application != null && leftOf(application, zone) != null) {
      application.probeAt = now.plus(PROBED_EVERY);
    }
  }

  /**
   * Until when the zone is left alone; {@link Instant#MIN} for one that may be tried, as each of an
   * application's zones may be when a trial is due.
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

  /** No store of an unknown application can be opened; of a known one, some may be. */
  private static @Nullable LeftAlone leftOf(UnreadApplication application, VisitKey.OfZone zone) {
    return application.unknown ? new LeftAlone(Instant.MAX, 1) : application.zones.get(zone);
  }

  /** The names of the cluster's applications of which zones could not be looked into lately. */
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
