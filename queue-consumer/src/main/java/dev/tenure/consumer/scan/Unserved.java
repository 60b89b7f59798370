package dev.tenure.consumer.scan;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The applications that a restricted consumer leaves to others, and those among them that no live
 * consumer works for. Thread-safe.
 */
public final class Unserved {
  /** An application counts as waiting for this long after a peek has met one of its pointers. */
  private static final Duration REMEMBERED = Duration.ofSeconds(30);

  private final ConsumerOptions options;
  private final Map<Met, Instant> metAt = new ConcurrentHashMap<>();
  private final Map<String, List<ConsumerInfo>> live = new ConcurrentHashMap<>();

  private record Met(String cluster, String application) {}

  public Unserved(ConsumerOptions options) {
    this.options = options;
  }

  public void live(String cluster, List<ConsumerInfo> consumers) {
    live.put(cluster, consumers);
  }

  /** Whether this consumer leaves the candidate to others; notes its application. */
  boolean leaves(Candidate candidate, Instant now) {
    String application =
        candidate instanceof Candidate.Zone zone
            ? zone.ref().tenant().application()
            : WorkContext.LOCAL_APPLICATION;
    if (options.serves(application)) {
      return false;
    }
    metAt.put(new Met(candidate.source().cluster().name(), application), now);
    return true;
  }

  /** The applications with vested pointers on the cluster that no live consumer works for. */
  public Set<String> on(String cluster, Instant now) {
    metAt.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
    List<ConsumerInfo> consumers = live.getOrDefault(cluster, List.of());
    Set<String> unserved = new TreeSet<>();
    for (Met met : metAt.keySet()) {
      if (met.cluster().equals(cluster)
          && consumers.stream().noneMatch(each -> each.serves(met.application()))) {
        unserved.add(met.application());
      }
    }
    return unserved;
  }
}
