package dev.tenure.spring.observe;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.DepthSample;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of the items in the zones of each cluster at the last sample, by work type. Further gauges
 * give the number of zones that were read, and whether these were all. The first types that are
 * found get a gauge each, and keep it; all others count as {@code other}. The value is not a number
 * while the cluster cannot be reached.
 */
public final class DepthMeters implements MeterBinder {
  static final int TYPES_MAX = 100;
  private static final String OTHER = "other";

  private final Deployment deployment;
  private final ClusterSampler sampler;
  private final InstantSource clock;
  private final Map<String, Set<String>> typesByCluster = new TreeMap<>();

  public DepthMeters(Deployment deployment, ClusterSampler sampler, InstantSource clock) {
    this.deployment = deployment;
    this.sampler = sampler;
    this.clock = clock;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (QueueCluster cluster : deployment.clusters()) {
      String name = cluster.name();
      Gauge.builder("tenure.depth.complete", sampler, from -> of(name, DepthMeters::complete))
          .description("1 when all zones with work were looked into, so that depths are sums")
          .tag("cluster", name)
          .register(registry);
      Gauge.builder("tenure.depth.zones", sampler, from -> of(name, DepthSample::zones))
          .description("Zones that were looked into for depths")
          .tag("cluster", name)
          .register(registry);
      register(registry, name, OTHER);
      meet(registry, name);
    }
    sampler.whenLooked(name -> meet(registry, name));
  }

  private synchronized void meet(MeterRegistry registry, String cluster) {
    Set<String> types = typesByCluster.computeIfAbsent(cluster, name -> new TreeSet<>());
    sampler.depths(cluster).stream()
        .flatMap(sample -> sample.byType().keySet().stream())
        .filter(type -> !type.equals(OTHER) && types.size() < TYPES_MAX && types.add(type))
        .forEach(type -> register(registry, cluster, type));
  }

  private void register(MeterRegistry registry, String cluster, String type) {
    Gauge.builder(
            "tenure.items", sampler, from -> of(cluster, sample -> items(sample, cluster, type)))
        .description("Items in the zones looked into, leased and unvested ones included")
        .tag("cluster", cluster)
        .tag("type", type)
        .register(registry);
    Gauge.builder(
            "tenure.items.oldest.vested",
            sampler,
            from -> of(cluster, sample -> waiting(sample, cluster, type)))
        .description("How long the item that waits longest has been due, in the zones looked into")
        .baseUnit("seconds")
        .tag("cluster", cluster)
        .tag("type", type)
        .register(registry);
  }

  private double of(String cluster, ToDoubleFunction<DepthSample> value) {
    return sampler.depths(cluster).map(value::applyAsDouble).orElse(Double.NaN);
  }

  private static double complete(DepthSample sample) {
    return sample.complete() ? 1 : 0;
  }

  private synchronized boolean counts(String cluster, String gauge, String type) {
    Set<String> types = typesByCluster.getOrDefault(cluster, Set.of());
    return gauge.equals(OTHER) ? !types.contains(type) : gauge.equals(type);
  }

  private double items(DepthSample sample, String cluster, String gauge) {
    return sample.byType().entrySet().stream()
        .filter(entry -> counts(cluster, gauge, entry.getKey()))
        .mapToLong(entry -> entry.getValue().items())
        .sum();
  }

  private double waiting(DepthSample sample, String cluster, String gauge) {
    Instant now = clock.instant();
    return sample.byType().entrySet().stream()
        .filter(entry -> counts(cluster, gauge, entry.getKey()))
        .flatMap(entry -> entry.getValue().oldestVested().stream())
        .mapToDouble(since -> Math.max(0, Duration.between(since, now).toMillis() / 1000.0))
        .max()
        .orElse(0);
  }
}
