package dev.tenure.consumer.scan;

import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Knows which clusters answer. A cluster is silent when it has left a visit unanswered for two
 * seconds and has answered nothing else meanwhile. The consumer then no longer waits for the visits
 * under way there: their managers, and the slots of their items, go to the other clusters. No visit
 * to a silent cluster begins before it has answered a peek. Used on the scanner's serial executor;
 * {@link #seen} on any thread.
 */
public final class Responses {
  static final Duration SILENCE = Duration.ofSeconds(2);

  private static final Instant NOT_ANSWERED = Instant.MIN;
  private static final Instant BEFORE_ANY_ANSWER = NOT_ANSWERED.plusNanos(1);

  private final Capacity capacity;
  private final Consumer<String> probe;
  private final Map<String, ClusterState> clusters = new LinkedHashMap<>();
  private volatile ResponseSnapshot seen = new ResponseSnapshot(Set.of(), 0);

  /**
   * The state after the last change.
   *
   * @param silent the names of the silent clusters
   * @param busyManagers managers with visits that may still be answered soon
   */
  public record ResponseSnapshot(Set<String> silent, int busyManagers) {}

  /** The state of one cluster; mutable. */
  private static final class ClusterState {
    private final String name;
    private final Map<VisitKey, Visit> visits = new LinkedHashMap<>();
    private Instant answeredAt = NOT_ANSWERED;
    private Instant silentSince = BEFORE_ANY_ANSWER;
    private boolean silent;

    ClusterState(String name) {
      this.name = name;
    }

    int slots() {
      return visits.values().stream().mapToInt(Visit::slots).sum();
    }
  }

  private record Visit(Instant begunAt, int slots) {}

  /**
   * @param probe makes the shards of a cluster that has become silent due for a peek
   */
  Responses(Capacity capacity, Consumer<String> probe) {
    this.capacity = capacity;
    this.probe = probe;
  }

  /** Counts the time of all visits under way from now on. Called when the clock was corrected. */
  void clockMoved(Instant now) {
    for (ClusterState cluster : clusters.values()) {
      cluster.answeredAt = NOT_ANSWERED;
      cluster.silentSince = BEFORE_ANY_ANSWER;
      cluster.visits.replaceAll((key, visit) -> new Visit(now, visit.slots()));
    }
  }

  private ClusterState of(String cluster) {
    return clusters.computeIfAbsent(cluster, ClusterState::new);
  }

  /** Notes that a visit begins for which {@code slots} slots were taken. */
  void begin(VisitKey key, int slots, Instant now) {
    of(key.cluster()).visits.put(key, new Visit(now, slots));
    publish(seen.silent());
  }

  /**
   * Notes that a visit has ended and its slots are free.
   *
   * @param answered whether the cluster has answered it
   */
  void end(VisitKey key, boolean answered, Instant now) {
    ClusterState cluster = of(key.cluster());
    Visit visit = cluster.visits.remove(key);
    if (cluster.silent && visit != null) {
      capacity.retake(visit.slots());
    }
    if (answered) {
      answered(key.cluster(), now);
    } else {
      silence(cluster, now);
    }
    publish(seen.silent());
  }

  /**
   * Notes that the cluster answered a request at this time. An answer at the same instant at which
   * the cluster became silent ends the silence, since the order of two events at one instant is
   * unknown.
   */
  void answered(String name, Instant then) {
    ClusterState cluster = of(name);
    if (then.isAfter(cluster.answeredAt)) {
      cluster.answeredAt = then;
    }
    if (cluster.silent && !cluster.answeredAt.isBefore(cluster.silentSince)) {
      cluster.silent = false;
      capacity.retake(cluster.slots());
      publish(silent());
    }
  }

  /** Finds the clusters that have become silent. */
  void check(Instant now) {
    clusters.values().stream()
        .filter(cluster -> !cluster.silent && isOverdue(cluster, now))
        .forEach(cluster -> silence(cluster, now));
  }

  private static boolean isOverdue(ClusterState cluster, Instant now) {
    return cluster.visits.values().stream()
        .anyMatch(visit -> isLongAgo(visit.begunAt(), now) && isLongAgo(cluster.answeredAt, now));
  }

  private static boolean isLongAgo(Instant then, Instant now) {
    return !then.isAfter(now.minus(SILENCE));
  }

  private void silence(ClusterState cluster, Instant now) {
    cluster.silentSince = now;
    if (!cluster.silent) {
      cluster.silent = true;
      capacity.free(cluster.slots());
      publish(silent());
    }
    probe.accept(cluster.name);
  }

  /** The current state; may be called on any thread. */
  ResponseSnapshot seen() {
    return seen;
  }

  private void publish(Set<String> silent) {
    seen = new ResponseSnapshot(silent, busyManagers());
  }

  private Set<String> silent() {
    return clusters.values().stream()
        .filter(cluster -> cluster.silent)
        .map(cluster -> cluster.name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The number of managers with visits to clusters that are not silent. */
  int busyManagers() {
    return clusters.values().stream()
        .filter(cluster -> !cluster.silent)
        .mapToInt(cluster -> cluster.visits.size())
        .sum();
  }

  /** Whether a visit is under way, so that its cluster may become silent. */
  boolean areWaited() {
    return clusters.values().stream()
        .anyMatch(cluster -> !cluster.silent && !cluster.visits.isEmpty());
  }
}
