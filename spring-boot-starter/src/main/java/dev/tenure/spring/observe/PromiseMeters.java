package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.ConsumerStatus.ClusterAnswers;
import dev.tenure.consumer.ConsumerStatus.Promises;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.spring.ConsumerStatusSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Gauges that show whether the consumers of this process keep their promises. With several
 * consumers, the worst value counts. The value is not a number while no consumer runs.
 */
public final class PromiseMeters implements MeterBinder {
  private final Deployment deployment;
  private final List<ConsumerStatusSource> sources;
  private final SlotWatch slots;

  public PromiseMeters(Deployment deployment, List<ConsumerStatusSource> sources, SlotWatch slots) {
    this.deployment = deployment;
    this.sources = List.copyOf(sources);
    this.slots = slots;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bind(registry, "begins.within", "The bound for items to begin", Promises::beginsWithin);
    bind(
        registry,
        "attempt.longest",
        "How long the in-flight item runs that began first",
        Promises::longestAttempt);
    bind(
        registry,
        "attempt.overrun",
        "By how much an in-flight item has outlasted what its policy allows for its handler",
        Promises::overrun);
    Gauge.builder("tenure.consumer.slots.stuck", slots, from -> seconds(from.stuck()))
        .description("For how long slots have been taken that no in-flight item needs")
        .baseUnit("seconds")
        .strongReference(true)
        .register(registry);
    deployment.clusters().forEach(cluster -> bind(registry, cluster));
  }

  private void bind(
      MeterRegistry registry,
      String name,
      String description,
      Function<Promises, Duration> duration) {
    ToDoubleFunction<Promises> value = each -> seconds(duration.apply(each));
    Gauge.builder("tenure.consumer." + name, sources, from -> worst(promises(), value))
        .description(description)
        .baseUnit("seconds")
        .strongReference(true)
        .register(registry);
  }

  private void bind(MeterRegistry registry, QueueCluster cluster) {
    String name = cluster.name();
    Gauge.builder("tenure.clock.skew", cluster, from -> seconds(from.time().skew()))
        .description("How far the clock is ahead of the consumers' time, negative when behind")
        .baseUnit("seconds")
        .tag("cluster", name)
        .register(registry);
    bind(registry, name, "silent", "1 while it leaves visits unanswered", it -> one(it.silent()));
    bind(registry, name, "refusing", "1 while it refuses ends", it -> one(it.refusing()));
    bind(
        registry,
        name,
        "applications.unread",
        "Applications of which this process could not open a store lately",
        it -> it.unreadApplications().size());
    bind(
        registry,
        name,
        "applications.unserved",
        "Applications with waiting zones that no live consumer works for",
        it -> it.unservedApplications().size());
    Gauge.builder(
            "tenure.cluster.heartbeat.age",
            sources,
            from -> worst(answers(name), it -> seconds(it.sinceHeartbeat())))
        .description("Since when it has answered no heartbeat of this process")
        .baseUnit("seconds")
        .strongReference(true)
        .tag("cluster", name)
        .register(registry);
  }

  private void bind(
      MeterRegistry registry,
      String cluster,
      String name,
      String description,
      ToDoubleFunction<ClusterAnswers> value) {
    Gauge.builder("tenure.cluster." + name, sources, from -> worst(answers(cluster), value))
        .description(description)
        .strongReference(true)
        .tag("cluster", cluster)
        .register(registry);
  }

  private Stream<Promises> promises() {
    return sources.stream()
        .map(ConsumerStatusSource::status)
        .flatMap(Optional::stream)
        .filter(status -> status.phase() == ConsumerStatus.Phase.RUNNING)
        .map(ConsumerStatus::promises);
  }

  private Stream<ClusterAnswers> answers(String cluster) {
    return promises().flatMap(each -> Stream.ofNullable(each.clusters().get(cluster)));
  }

  private static <T> double worst(Stream<T> all, ToDoubleFunction<T> value) {
    return all.mapToDouble(value).max().orElse(Double.NaN);
  }

  private static double one(boolean when) {
    return when ? 1 : 0;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
