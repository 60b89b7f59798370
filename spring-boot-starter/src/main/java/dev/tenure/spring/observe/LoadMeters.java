package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.spring.ConsumerStatusSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of the in-flight items and visits of all consumers of this process, as sums; zero while no
 * consumer runs.
 */
public final class LoadMeters implements MeterBinder {
  private final List<ConsumerStatusSource> sources;

  public LoadMeters(List<ConsumerStatusSource> sources) {
    this.sources = List.copyOf(sources);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bind(registry, "running", "Consumers of this process that run", LoadMeters::running);
    bind(registry, "pointers", "Pointers being visited", one -> one.load().pointers());
    bind(registry, "items", "Items leased and not ended", one -> one.load().items());
    bind(registry, "items.running", "Items whose handlers run", one -> one.load().running());
    bind(registry, "items.ending", "Items about to end", one -> one.load().ending());
    bind(
        registry,
        "items.ending.max",
        "Items about to end, beyond which nothing more is leased",
        one -> one.promises().slots().endings());
    bind(registry, "workers", "Items run at a time", one -> one.promises().slots().workers());
    bind(registry, "slots.taken", "Slots taken by items and visits", one -> one.load().slots());
    bind(
        registry,
        "permits",
        "Permits of all types taken by items and visits",
        one -> one.load().permits());
    bind(registry, "managers", "Visits at a time", one -> one.promises().slots().managers());
    bind(
        registry,
        "managers.busy",
        "Visits under way, those to silent clusters left out",
        one -> one.promises().slots().managersBusy());
  }

  private void bind(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<ConsumerStatus> value) {
    Gauge.builder("tenure.consumer." + name, sources, from -> sum(from, value))
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  private static double sum(
      List<ConsumerStatusSource> sources, ToDoubleFunction<ConsumerStatus> value) {
    return sources.stream()
        .map(ConsumerStatusSource::status)
        .flatMap(Optional::stream)
        .mapToDouble(value)
        .sum();
  }

  private static double running(ConsumerStatus status) {
    return status.phase() == ConsumerStatus.Phase.RUNNING ? 1 : 0;
  }
}
