package dev.tenure.spring.observe;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of each cluster, from its last sample. Their value is not a number while the cluster
 * cannot be reached.
 */
public final class ClusterMeters implements MeterBinder {
  private final Deployment deployment;
  private final ClusterSampler sampler;
  private final InstantSource clock;

  public ClusterMeters(Deployment deployment, ClusterSampler sampler, InstantSource clock) {
    this.deployment = deployment;
    this.sampler = sampler;
    this.clock = clock;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (QueueCluster cluster : deployment.clusters()) {
      String name = cluster.name();
      Gauge.builder("tenure.cluster.reachable", sampler, from -> reachable(from, name))
          .description("1 when the last look at the cluster succeeded")
          .tag("cluster", name)
          .register(registry);
      bind(registry, name, "pointers", "Zones that hold work", ClusterSummary::pointers);
      bind(
          registry,
          name,
          "vested.pointers",
          "Zones with work that is due, counted up to 1,000",
          ClusterSummary::vestedPointers);
      bind(registry, name, "local.items", "Items of its own", ClusterSummary::localItems);
      bind(registry, name, "tenants", "Tenants on it", ClusterSummary::tenants);
      bind(registry, name, "consumers", "Live consumers of it", one -> one.consumers().size());
      bind(
          registry,
          name,
          "consumers.unable",
          "Live consumers that could not open a store of some application lately",
          ClusterMeters::unable);
      Gauge.builder("tenure.cluster.oldest.vested", sampler, from -> value(name, this::waiting))
          .description("How long the zone that waits longest has been due")
          .baseUnit("seconds")
          .tag("cluster", name)
          .register(registry);
    }
  }

  private void bind(
      MeterRegistry registry,
      String cluster,
      String name,
      String description,
      ToDoubleFunction<ClusterSummary> value) {
    Gauge.builder("tenure.cluster." + name, sampler, from -> value(cluster, value))
        .description(description)
        .tag("cluster", cluster)
        .register(registry);
  }

  private double value(String cluster, ToDoubleFunction<ClusterSummary> value) {
    return sampler
        .latest(cluster)
        .flatMap(ClusterSample::summary)
        .map(value::applyAsDouble)
        .orElse(Double.NaN);
  }

  private double waiting(ClusterSummary summary) {
    return summary
        .oldestVested()
        .map(since -> Duration.between(since, clock.instant()).toMillis() / 1000.0)
        .map(seconds -> Math.max(0, seconds))
        .orElse(0.0);
  }

  private static double unable(ClusterSummary summary) {
    return summary.consumers().stream().filter(one -> !one.unreadApplications().isEmpty()).count();
  }

  private static double reachable(ClusterSampler sampler, String cluster) {
    return sampler.latest(cluster).filter(ClusterSample::reachable).isPresent() ? 1 : 0;
  }
}
