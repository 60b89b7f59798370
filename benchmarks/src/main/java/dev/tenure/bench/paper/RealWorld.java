package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.RealFleet;
import dev.tenure.bench.fleet.Site;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The engine in memory, producers and consumers in this process, in real time; its load is the
 * share of the machine's processors that this process uses.
 */
final class RealWorld implements PaperWorld {
  static final List<String> LOAD_COLUMNS = List.of("processors_busy");

  private final RealFleet fleet;
  private final Site setup;
  private final long seed;

  RealWorld(long seed) {
    this.fleet = new RealFleet(seed, ClusterOptions.named("paper"));
    this.setup = fleet.open("setup");
    this.seed = seed;
  }

  @Override
  public Load load(List<Site> consumers) {
    long begun = nanos();
    long used = processorNanos();
    return () -> {
      double passed = nanos() - begun;
      return List.of(
          (processorNanos() - used) / passed / Runtime.getRuntime().availableProcessors());
    };
  }

  private static long processorNanos() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("this machine tells no processor times"))
        .toNanos();
  }

  @Override
  public Site setup() {
    return setup;
  }

  @Override
  public Site open(String name) {
    return fleet.open(name);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public SplittableRandom random(String purpose) {
    return new SplittableRandom(seed ^ purpose.hashCode());
  }

  @Override
  public <T> T join(CompletableFuture<T> future) {
    return future.join();
  }

  @Override
  public void run(Duration duration) {
    try {
      TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    }
  }

  @Override
  public void step() {
    // Time passes by itself.
  }

  @Override
  public void close() {
    fleet.close();
  }
}
