package dev.tenure.spring.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * The meters of one work type. All of them exist from the start, so that the first failure shows as
 * a change.
 */
record TypeMeters(
    Counter started,
    Counter beyondAttempts,
    Counter completed,
    Counter failed,
    Counter requeued,
    Counter deadLettered,
    Counter parked,
    Counter discarded,
    Counter leasesLost,
    Timer dwell,
    Timer run) {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(30)
  };

  static TypeMeters register(MeterRegistry registry, String type) {
    return new TypeMeters(
        counter(registry, type, "items.started", "Handlers called"),
        counter(
            registry,
            type,
            "items.beyond.attempts",
            "Items begun although all attempts of their policy had failed or vanished"),
        counter(registry, type, "items.completed", "Completions committed"),
        counter(registry, type, "items.failed", "Attempts that failed"),
        counter(registry, type, "items.requeued", "Items given back with a delay"),
        counter(registry, type, "items.dead.lettered", "Items set aside after failing"),
        counter(registry, type, "items.parked", "Items set aside because they were not readable"),
        counter(registry, type, "items.discarded", "Items removed without being done"),
        counter(registry, type, "leases.lost", "In-flight items whose lease was lost"),
        timer(registry, type, "item.dwell", "From when an item was due until its handler ran"),
        timer(registry, type, "item.run", "How long handlers ran whose items were completed"));
  }

  private static Counter counter(
      MeterRegistry registry, String type, String name, String description) {
    return Counter.builder("tenure." + name)
        .description(description)
        .tag("type", type)
        .register(registry);
  }

  private static Timer timer(MeterRegistry registry, String type, String name, String description) {
    return Timer.builder("tenure." + name)
        .description(description)
        .tag("type", type)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
