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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Knows which clusters answer. The consumer waits two seconds for the answer to a visit. Then the
 * visit's manager, and the slots of its items, go to other visits.
 *
 * <ul>
 *   <li>A cluster is silent when it has left a visit unanswered for two seconds and has answered
 *       nothing else meanwhile. The consumer then waits for no visit there, and none begins before
 *       the cluster has answered a peek.
 *   <li>A cluster that answers peeks may leave visits unanswered all the same, since they commit.
 *       While it has left as many unanswered as there are managers, and has answered none that
 *       began later, no further visit begins there.
 *   <li>A cluster is slow while a visit there takes longer than 250 ms or fails. It then holds an
 *       equal part of the managers at most, so that the other clusters have theirs.
 * </ul>
 *
 * <p>Used on the scanner's serial executor; {@link #seen} on any thread.
 */
public final class Responses {
  static final Duration SILENCE = Duration.ofSeconds(2);
  static final Duration SLOW = Duration.ofMillis(250);

  private static final Instant NOT_ANSWERED = Instant.MIN;
  private static final Instant BEFORE_ANY_ANSWER = NOT_ANSWERED.plusNanos(1);

  private final Capacity capacity;
  private final int managers;
  private final Consumer<String> probe;
  private final Map<String, ClusterState> clusters = new LinkedHashMap<>();
  private volatile ResponseSnapshot seen = new ResponseSnapshot(Set.of(), 0);

  /**
   * The state after the last change.
   *
   * @param silent the names of the clusters that are silent or answer no visits
   * @param busyManagers managers with visits that may still be answered soon
   */
  public record ResponseSnapshot(Set<String> silent, int busyManagers) {}

  /** The state of one cluster; mutable. */
  private static final class ClusterState {
    private final String name;
    private final Map<VisitKey, Visit> visits = new LinkedHashMap<>();
    private Instant answeredAt = NOT_ANSWERED;
    private Instant visitAnsweredAt = NOT_ANSWERED;
    private Instant silentSince = BEFORE_ANY_ANSWER;
    private boolean silent;
    private boolean slow;

    ClusterState(String name) {
      this.name = name;
    }

    long waited() {
      return visits.values().stream().filter(Visit::waited).count();
    }

    /** The number of visits that are waited for no more, and after which none was answered. */
    long unanswered() {
      return visits.values().stream()
          .filter(visit -> !visit.waited() && !visit.begunAt().isBefore(visitAnsweredAt))
          .count();
    }
  }

  /**
   * @param waited whether the visit still has its manager and its slots
   */
  private record Visit(Instant begunAt, int slots, boolean waited) {}

  /**
   * @param managers the number of visits at a time
   * @param probe makes the shards of a cluster that has become silent due for a peek
   */
  Responses(Capacity capacity, int managers, Consumer<String> probe) {
    this.capacity = capacity;
    this.managers = managers;
    this.probe = probe;
  }

  /** Counts the time of all visits under way from now on. Called when the clock was corrected. */
  void clockMoved(Instant now) {
    for (ClusterState cluster : clusters.values()) {
      cluster.answeredAt = NOT_ANSWERED;
      cluster.visitAnsweredAt = NOT_ANSWERED;
      cluster.silentSince = BEFORE_ANY_ANSWER;
      cluster.visits.replaceAll((key, visit) -> new Visit(now, visit.slots(), visit.waited()));
    }
  }

  private ClusterState of(String cluster) {
    return clusters.computeIfAbsent(cluster, ClusterState::new);
  }

  /** Whether a visit to the cluster may begin, as far as it has answered earlier ones. */
  boolean mayBegin(String cluster) {
    ClusterState known = clusters.get(cluster);
    return known == null || !isStuck(known);
  }

  private boolean isStuck(ClusterState cluster) {
    return cluster.unanswered() >= managers;
  }

  /**
   * Whether the cluster may have one more manager, as far as it is quick enough.
   *
   * @param clusters the number of clusters among which managers are divided
   */
  boolean mayHoldMore(String cluster, int clusters, Instant now) {
    ClusterState known = clusters == 1 ? null : this.clusters.get(cluster);
    return known == null
        || known.waited() < Math.max(1, managers / clusters)
        || !(known.slow || known.visits.values().stream().anyMatch(each -> isSlow(each, now)));
  }

  private static boolean isSlow(Visit visit, Instant now) {
    return visit.begunAt().isBefore(now.minus(SLOW));
  }

  /** Notes that a visit begins for which {@code slots} slots were taken. */
  void begin(VisitKey key, int slots, Instant now) {
    of(key.cluster()).visits.put(key, new Visit(now, slots, true));
    publish();
  }

  /**
   * Notes that a visit has ended and its slots are free.
   *
   * @param answered whether the cluster has answered it
   */
  void end(VisitKey key, boolean answered, Instant now) {
    ClusterState cluster = of(key.cluster());
    Visit visit = cluster.visits.remove(key);
    if (visit != null && !visit.waited()) {
      capacity.retake(visit.slots());
    }
    if (visit != null) {
      cluster.slow = isSlow(visit, now);
    }
    if (answered) {
      cluster.visitAnsweredAt = now;
      answered(key.cluster(), now);
    } else {
      silence(cluster, now);
    }
    publish();
  }

  /** Notes that the cluster has refused a visit: it counts as slow until it answers one quickly. */
  void refused(String cluster) {
    of(cluster).slow = true;
  }

  /**
   * Notes that the cluster answered a request at this time. An answer at the same instant at which
   * the cluster became silent ends the silence, since the order of two events at one instant is
   * unknown. Visits that began less than two seconds before are then waited for again.
   */
  void answered(String name, Instant then) {
    ClusterState cluster = of(name);
    if (then.isAfter(cluster.answeredAt)) {
      cluster.answeredAt = then;
    }
    if (cluster.silent && !cluster.answeredAt.isBefore(cluster.silentSince)) {
      cluster.silent = false;
      waitAgain(cluster, then);
      publish();
    }
  }

  private void waitAgain(ClusterState cluster, Instant then) {
    cluster.visits.replaceAll(
        (key, visit) -> {
          if (visit.waited() || isLongAgo(visit.begunAt(), then)) {
            return visit;
          }
          capacity.retake(visit.slots());
          return new Visit(visit.begunAt(), visit.slots(), true);
        });
  }

  /** Finds the clusters that have become silent, and the visits that are waited for no more. */
  void check(Instant now) {
    for (ClusterState cluster : clusters.values()) {
      if (!cluster.silent && isOverdue(cluster, now)) {
        silence(cluster, now);
      } else {
        waitNoMore(cluster, visit -> isLongAgo(visit.begunAt(), now));
      }
    }
    publish();
  }

  private void waitNoMore(ClusterState cluster, Predicate<Visit> which) {
    int slots = 0;
    for (Map.Entry<VisitKey, Visit> entry : cluster.visits.entrySet()) {
      Visit visit = entry.getValue();
      if (visit.waited() && which.test(visit)) {
        entry.setValue(new Visit(visit.begunAt(), visit.slots(), false));
        slots += visit.slots();
      }
    }
    capacity.free(slots);
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
    cluster.silent = true;
    waitNoMore(cluster, visit -> true);
    publish();
    probe.accept(cluster.name);
  }

  /** The current state; may be called on any thread. */
  ResponseSnapshot seen() {
    return seen;
  }

  private void publish() {
    seen = new ResponseSnapshot(silent(), busyManagers());
  }

  private Set<String> silent() {
    return clusters.values().stream()
        .filter(cluster -> cluster.silent || isStuck(cluster))
        .map(cluster -> cluster.name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The number of managers with visits that are waited for. */
  int busyManagers() {
    return clusters.values().stream().mapToInt(cluster -> (int) cluster.waited()).sum();
  }

  /** Whether a visit is waited for, so that its answer may become overdue. */
  boolean areWaited() {
    return clusters.values().stream().anyMatch(cluster -> cluster.waited() > 0);
  }
}
