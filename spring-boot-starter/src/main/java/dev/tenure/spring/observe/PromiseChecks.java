package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.ConsumerStatus.ClusterAnswers;
import dev.tenure.consumer.ConsumerStatus.Load;
import dev.tenure.consumer.ConsumerStatus.Slots;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterSummary;
import dev.tenure.queue.inspect.DepthSample;
import dev.tenure.spring.ConsumerStatusSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks whether the five promises of docs/operating-a-fleet.md are kept, as far as this process
 * can see. It uses the status of the process's consumers and the last samples of the clusters, and
 * sends no request. Thread-safe.
 */
public final class PromiseChecks {
  private static final Duration STUCK_MOST = Duration.ofMinutes(5);

  /** The bound that a process without a consumer uses: that of the default consumer options. */
  private static final Duration BEGINS_WITHIN = ConsumerOptions.defaults("any").beginsWithin();

  private final Deployment deployment;
  private final ClusterSampler sampler;
  private final List<ConsumerStatusSource> consumers;
  private final SlotWatch slots;

  /**
   * One promise.
   *
   * @param details the values by which it was judged, for people
   */
  record Promise(boolean kept, Map<String, Object> details) {}

  public PromiseChecks(
      Deployment deployment,
      ClusterSampler sampler,
      List<ConsumerStatusSource> consumers,
      SlotWatch slots) {
    this.deployment = deployment;
    this.sampler = sampler;
    this.consumers = List.copyOf(consumers);
    this.slots = slots;
  }

  /**
   * Checks the promises, by name. A process without a running consumer checks only whether items
   * begin.
   */
  Map<String, Promise> check() {
    List<ConsumerStatus> running =
        consumers.stream()
            .map(ConsumerStatusSource::status)
            .flatMap(Optional::stream)
            .filter(status -> status.phase() == ConsumerStatus.Phase.RUNNING)
            .toList();
    Map<String, Promise> promises = new LinkedHashMap<>();
    promises.put("itemsBegin", itemsBegin(running));
    if (!running.isEmpty()) {
      promises.put("attemptsEnd", attemptsEnd(running));
      promises.put("slotsComeBack", slotsComeBack(running));
      promises.put("clocksAgree", clocksAgree());
      promises.put("clustersAnswer", clustersAnswer(running));
    }
    return promises;
  }

  /** A wait is no broken promise while the workers here are all busy: then it is load. */
  private Promise itemsBegin(List<ConsumerStatus> running) {
    Duration bound = bound(running);
    boolean busy = running.stream().anyMatch(PromiseChecks::areWorkersBusy);
    Map<String, Object> waits = new LinkedHashMap<>();
    Map<String, Object> unable = new LinkedHashMap<>();
    boolean kept = true;
    for (QueueCluster cluster : deployment.clusters()) {
      Optional<ClusterSummary> seen =
          sampler.latest(cluster.name()).flatMap(ClusterSample::summary);
      if (seen.isEmpty() || seen.get().consumers().isEmpty()) {
        continue;
      }
      Duration wait = longestWait(cluster, seen.get());
      waits.put(cluster.name(), seconds(wait));
      kept = kept && (busy || wait.compareTo(bound) <= 0);
      seen.get().consumers().stream()
          .filter(each -> !each.unreadApplications().isEmpty())
          .forEach(each -> unable.put(each.id(), each.unreadApplications()));
    }
    Map<String, Object> unserved = new LinkedHashMap<>();
    for (ConsumerStatus one : running) {
      one.promises()
          .clusters()
          .forEach(
              (name, answers) -> {
                if (!answers.unservedApplications().isEmpty()) {
                  unserved.put(name, answers.unservedApplications());
                }
              });
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("longestWaitSeconds", waits);
    details.put("boundSeconds", seconds(bound));
    if (!unable.isEmpty()) {
      details.put("consumersUnableToRead", unable);
    }
    if (!unserved.isEmpty()) {
      details.put("applicationsUnserved", unserved);
    }
    return new Promise(kept && unserved.isEmpty(), details);
  }

  private Duration longestWait(QueueCluster cluster, ClusterSummary seen) {
    Instant now = cluster.database().clock().instant();
    Stream<Instant> items =
        sampler.depths(cluster.name()).map(DepthSample::byType).map(Map::values).stream()
            .flatMap(depths -> depths.stream().flatMap(depth -> depth.oldestVested().stream()));
    return Stream.concat(items, seen.oldestVested().stream())
        .map(since -> Duration.between(since, now))
        .reduce(Duration.ZERO, PromiseChecks::longer);
  }

  private static Promise attemptsEnd(List<ConsumerStatus> running) {
    Duration overrun = longest(running.stream().map(one -> one.promises().overrun()));
    Duration attempt = longest(running.stream().map(one -> one.promises().longestAttempt()));
    return new Promise(
        overrun.compareTo(bound(running)) <= 0,
        Map.of("longestAttemptSeconds", seconds(attempt), "overrunSeconds", seconds(overrun)));
  }

  private Promise slotsComeBack(List<ConsumerStatus> running) {
    Duration stuck = slots.stuck();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("stuckSeconds", seconds(stuck));
    running.forEach(one -> details.put(one.id(), slots(one.load(), one.promises().slots())));
    return new Promise(stuck.compareTo(STUCK_MOST) <= 0, details);
  }

  private static String slots(Load load, Slots slots) {
    return load.running()
        + " of "
        + slots.workers()
        + " workers, "
        + slots.managersBusy()
        + " of "
        + slots.managers()
        + " managers, "
        + load.ending()
        + " ends, "
        + load.slots()
        + " places, "
        + load.permits()
        + " permits, "
        + load.items()
        + " in-flight items";
  }

  private Promise clocksAgree() {
    List<QueueCluster> clusters = deployment.clusters();
    Map<String, Object> skews = new LinkedHashMap<>();
    clusters.forEach(each -> skews.put(each.name(), seconds(each.time().skew())));
    return new Promise(
        clusters.stream().noneMatch(each -> each.time().isBeyondSkew()),
        Map.of("aheadSeconds", skews, "boundSeconds", seconds(Clocks.STATED_SKEW)));
  }

  private static Promise clustersAnswer(List<ConsumerStatus> running) {
    Map<String, Object> details = new LinkedHashMap<>();
    boolean kept = true;
    for (ConsumerStatus one : running) {
      for (Map.Entry<String, ClusterAnswers> cluster : one.promises().clusters().entrySet()) {
        ClusterAnswers answers = cluster.getValue();
        boolean answering =
            !answers.silent() && answers.sinceHeartbeat().compareTo(ConsumerRegistry.LIVE) <= 0;
        kept = kept && answering && !answers.refusing();
        details.put(cluster.getKey(), answers(answering, answers));
      }
    }
    return new Promise(kept, details);
  }

  private static String answers(boolean answering, ClusterAnswers answers) {
    return (answering ? "answers" : "does not answer")
        + (answers.refusing() ? ", refuses the ends of items" : "")
        + ", last heartbeat "
        + seconds(answers.sinceHeartbeat())
        + " s ago";
  }

  private static Duration bound(List<ConsumerStatus> running) {
    return running.isEmpty()
        ? BEGINS_WITHIN
        : longest(running.stream().map(one -> one.promises().beginsWithin()));
  }

  private static boolean areWorkersBusy(ConsumerStatus one) {
    return one.load().running() >= one.promises().slots().workers();
  }

  private static Duration longest(Stream<Duration> all) {
    return all.reduce(Duration.ZERO, PromiseChecks::longer);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
