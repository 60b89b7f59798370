package dev.tenure.consumer.service;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.end.Health;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.scan.Inabilities;
import dev.tenure.consumer.scan.Responses;
import dev.tenure.consumer.scan.Unserved;
import dev.tenure.consumer.upkeep.Heartbeats;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads {@link ConsumerStatus.Promises} from the parts of a running consumer. Thread-safe. */
final class PromiseReadings {
  private final Environment environment;
  private final Handlers handlers;
  private final InFlightRegistry inFlightItems;
  private final Supplier<Responses.ResponseSnapshot> responses;
  private final Health health;
  private final Applications applications;
  private final Heartbeats heartbeats;

  /**
   * The applications whose stores this consumer cannot open, and those that no consumer works for.
   */
  record Applications(Inabilities inabilities, Unserved unserved) {}

  PromiseReadings(
      Environment environment,
      Handlers handlers,
      InFlightRegistry inFlightItems,
      Supplier<Responses.ResponseSnapshot> responses,
      Health health,
      Applications applications,
      Heartbeats heartbeats) {
    this.environment = environment;
    this.handlers = handlers;
    this.inFlightItems = inFlightItems;
    this.responses = responses;
    this.health = health;
    this.applications = applications;
    this.heartbeats = heartbeats;
  }

  ConsumerStatus.Promises read(List<QueueCluster> clusters) {
    Instant now = environment.time().now();
    Responses.ResponseSnapshot seen = responses.get();
    Duration longest = Duration.ZERO;
    Duration overrun = Duration.ZERO;
    for (InFlightItem inFlight : inFlightItems.items()) {
      Instant startedAt = inFlight.startedAt();
      if (startedAt.isBefore(now)) {
        Duration ran = Duration.between(startedAt, now);
        longest = longer(longest, ran);
        overrun = longer(overrun, ran.minus(allowed(inFlight)));
      }
    }
    Map<String, ConsumerStatus.ClusterAnswers> answers = new LinkedHashMap<>();
    clusters.forEach(each -> answers.put(each.name(), answers(each.name(), seen, now)));
    return new ConsumerStatus.Promises(
        slots(seen), environment.options().beginsWithin(), longest, overrun, answers);
  }

  private ConsumerStatus.Slots slots(Responses.ResponseSnapshot seen) {
    ConsumerOptions options = environment.options();
    return new ConsumerStatus.Slots(
        options.workers(), options.tuning().endingMax(), options.managers(), seen.busyManagers());
  }

  private ConsumerStatus.ClusterAnswers answers(
      String cluster, Responses.ResponseSnapshot seen, Instant now) {
    return new ConsumerStatus.ClusterAnswers(
        seen.silent().contains(cluster),
        !health.well(cluster),
        heartbeats.sinceAnswer(cluster),
        applications.inabilities().unread(cluster, now),
        applications.unserved().on(cluster, now));
  }

  /** The time that the handler may run, all in-line retries included. */
  private Duration allowed(InFlightItem inFlight) {
    WorkPolicy policy = handlers.policy(inFlight.item().type()).orElse(WorkPolicy.defaults());
    return policy.executionBound().multipliedBy(1L + policy.inlineRetries());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
