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
 * Which clusters answer. A cluster that has left a visit without an answer for two seconds, and has
 * answered nothing else meanwhile, is silent: its visits under way are not waited for any more, so
 * that their managers and the room for their items go to the other clusters, and none is begun
 * there until it has answered a peek. Used on the scanner's serial executor; {@link #seen} on any
 * thread.
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
   * How it stood after the last change.
   *
   * @param silent names of clusters
   */
  public record ResponseSnapshot(Set<String> silent, int busyManagers) {}

  /** Mutable. */
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
   * @param probe has the shards of a cluster peeked that has become silent
   */
  Responses(Capacity capacity, Consumer<String> probe) {
    this.capacity = capacity;
    this.probe = probe;
  }

  /** The clock was moved: what is under way begins anew. */
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

  /** A visit begins, for which {@code slots} slots were taken. */
  void begin(VisitKey key, int slots, Instant now) {
    of(key.cluster()).visits.put(key, new Visit(now, slots));
    publish(seen.silent());
  }

  /**
   * A visit has ended, and its room was freed.
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
   * The cluster has answered something, then or before. An answer at the very instant at which it
   * fell silent ends the silence: of two events at one instant nobody knows the order.
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

  /** Finds those that have become silent. */
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

  /** Any thread. */
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

  /** Managers that are busy with visits which may still be answered soon. */
  int busyManagers() {
    return clusters.values().stream()
        .filter(cluster -> !cluster.silent)
        .mapToInt(cluster -> cluster.visits.size())
        .sum();
  }

  /** Whether any visit is under way, so that a cluster may become silent. */
  boolean areWaited() {
    return clusters.values().stream()
        .anyMatch(cluster -> !cluster.silent && !cluster.visits.isEmpty());
  }
}
