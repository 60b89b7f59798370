package dev.tenure.admin.overview;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureRuntime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps the recent past of the counters of this process's consumers. Thread-safe. */
final class WorkHistory implements AutoCloseable {
  private final List<ConsumerStatusSource> sources;
  private final TenureRuntime runtime;
  private final SamplingProperties sampling;
  private final Deque<OverviewBody.WorkPoint> points = new ArrayDeque<>();
  private @Nullable ScheduledFuture<?> ticks;

  WorkHistory(
      List<ConsumerStatusSource> sources, TenureRuntime runtime, SamplingProperties sampling) {
    this.sources = List.copyOf(sources);
    this.runtime = runtime;
    this.sampling = sampling;
  }

  synchronized void start() {
    if (!sources.isEmpty() && ticks == null) {
      long millis = sampling.interval().toMillis();
      ticks = runtime.timer().scheduleWithFixedDelay(this::tick, 0, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** The current and the earlier counters; empty in a process without a consumer. */
  synchronized Optional<OverviewBody.Work> work() {
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    List<ConsumerStatus> now = read();
    return Optional.of(
        new OverviewBody.Work(
            now.stream().map(ConsumerStatus::id).toList(),
            now.stream().mapToInt(status -> status.load().running()).sum(),
            now.stream().mapToInt(status -> status.load().items()).sum(),
            completed(now),
            failed(now),
            now.stream()
                .mapToLong(status -> status.items().deadLettered() + status.items().parked())
                .sum(),
            List.copyOf(points)));
  }

  @Override
  public synchronized void close() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }

  private synchronized void tick() {
    Instant at = runtime.clock().instant();
    List<ConsumerStatus> now = read();
    points.addLast(new OverviewBody.WorkPoint(at, completed(now), failed(now)));
    while (points.size() > sampling.kept()) {
      points.removeFirst();
    }
  }

  private List<ConsumerStatus> read() {
    return sources.stream().map(ConsumerStatusSource::status).flatMap(Optional::stream).toList();
  }

  private static long completed(List<ConsumerStatus> all) {
    return all.stream().mapToLong(status -> status.items().completed()).sum();
  }

  private static long failed(List<ConsumerStatus> all) {
    return all.stream().mapToLong(status -> status.items().failed()).sum();
  }
}
