package dev.tenure.consumer;

import dev.tenure.queue.QueueException;
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
final class Inabilities {
  static final Duration PROBED_EVERY = Duration.ofSeconds(1);
  private static final Duration LEFT_LEAST = Duration.ofSeconds(1);
  private static final Duration LEFT_MOST = Duration.ofMinutes(1);

  /** A zone that was not tried for that long is not held against the application. */
  private static final Duration REMEMBERED = LEFT_MOST.multipliedBy(2);

  private static final int ZONES_MAX = 20_000;

  private final Map<ApplicationKey, Application> applications = new LinkedHashMap<>();

  private record ApplicationKey(String cluster, long applicationId) {}

  /** Mutable: one for each application with zones that could not be looked into. */
  private static final class Application {
    private final String name;
    private final Map<Candidate.Key, Left> zones = new Recent();
    private boolean unknown;
    private Instant probeAt = Instant.MIN;
    private Instant failedAt = Instant.MIN;

    Application(String name) {
      this.name = name;
    }
  }

  private record Left(Instant until, int failures) {}

  /** In order of access, bounded. */
  private static final class Recent extends LinkedHashMap<Candidate.Key, Left> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Candidate.Key, Left> eldest) {
      return size() > ZONES_MAX;
    }
  }

  /** Forgets all zones, as when the times kept of them mean nothing any more. */
  synchronized void forget() {
    applications.clear();
  }

  /** A visit could not look into the zone for want of something that others may have. */
  synchronized void unable(Candidate.Key.OfZone zone, Throwable cause, Instant now) {
    Application application =
        applications.computeIfAbsent(
            key(zone), absent -> new Application(zone.ref().tenant().application()));
    Left before = application.zones.get(zone);
    int failures = before == null ? 0 : before.failures();
    Duration left = Backoff.doubled(LEFT_LEAST, failures, LEFT_MOST);
    application.zones.put(zone, new Left(now.plus(left), failures + 1));
    application.unknown = isApplicationUnknown(cause);
    application.probeAt = now.plus(PROBED_EVERY);
    application.failedAt = now;
  }

  private static boolean isApplicationUnknown(Throwable cause) {
    return FdbErrorPredicates.unwrap(cause) instanceof QueueException failed
        && failed.code() == QueueException.Code.APPLICATION_NOT_FOUND;
  }

  /** A visit looked into the zone. */
  synchronized void able(Candidate.Key.OfZone zone) {
    Application application = applications.get(key(zone));
    if (application != null && (application.unknown || application.zones.containsKey(zone))) {
      applications.remove(key(zone));
    }
  }

  /** A visit to the zone begins; if it is a trial, the next one is due a while later. */
  synchronized void tries(Candidate.Key.OfZone zone, Instant now) {
    Application application = applications.get(key(zone));
    if (application != null && leftOf(application, zone) != null) {
      application.probeAt = now.plus(PROBED_EVERY);
    }
  }

  /**
   * Until when the zone is left alone; {@link Instant#MIN} for one that may be tried, as each of an
   * application's zones may be when a trial is due.
   */
  synchronized Instant leftUntil(Candidate.Key.OfZone zone, Instant now) {
    Application application = applications.get(key(zone));
    Left left = application == null ? null : leftOf(application, zone);
    if (application == null || left == null || !left.until().isAfter(now)) {
      return Instant.MIN;
    }
    if (!application.probeAt.isAfter(now)) {
      return Instant.MIN;
    }
    return application.probeAt.isBefore(left.until()) ? application.probeAt : left.until();
  }

  /** No store of an unknown application can be opened; of a known one, some may be. */
  private static @Nullable Left leftOf(Application application, Candidate.Key.OfZone zone) {
    return application.unknown ? new Left(Instant.MAX, 1) : application.zones.get(zone);
  }

  /** The names of the cluster's applications of which zones could not be looked into lately. */
  synchronized Set<String> unread(String cluster, Instant now) {
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

  private static ApplicationKey key(Candidate.Key.OfZone zone) {
    return new ApplicationKey(zone.cluster(), zone.ref().applicationId());
  }
}
