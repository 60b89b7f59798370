package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A modelled cluster. Its load is that of the consumers' client threads and of the commit pipeline.
 */
final class ModelledWorld implements PaperWorld {
  static final List<String> LOAD_COLUMNS = List.of("client_thread_busy", "commit_pipeline_busy");

  private static final int PER_STEP = 100;
  private static final Duration STEP = Duration.ofMillis(25);

  private final ModelledFleet fleet;
  private final ServiceTimes times;
  private final Site setup;
  private int steps;

  ModelledWorld(long seed, ServiceTimes times) {
    this.fleet = new ModelledFleet(seed, ClusterOptions.named("paper"));
    this.times = times;
    this.setup = fleet.open("setup", ServiceTimes.none());
  }

  @Override
  public Load load(List<Site> consumers) {
    long begun = nanos();
    long clients = clientNanos(consumers);
    long server = fleet.serverBusy().toNanos();
    return () -> {
      double passed = nanos() - begun;
      return List.of(
          (clientNanos(consumers) - clients) / passed / consumers.size(),
          (fleet.serverBusy().toNanos() - server) / passed);
    };
  }

  private static long clientNanos(List<Site> sites) {
    return sites.stream().mapToLong(site -> site.clientBusy().toNanos()).sum();
  }

  @Override
  public Site setup() {
    return setup;
  }

  @Override
  public Site open(String name) {
    return fleet.open(name, times);
  }

  @Override
  public long nanos() {
    return fleet.scheduler().elapsed().toNanos();
  }

  @Override
  public Instant now() {
    return fleet.scheduler().now();
  }

  @Override
  public SplittableRandom random(String purpose) {
    return fleet.scheduler().random(purpose);
  }

  @Override
  public <T> T join(CompletableFuture<T> future) {
    return fleet.scheduler().join(future);
  }

  @Override
  public void run(Duration duration) {
    fleet.scheduler().runFor(duration);
  }

  /** Lets time pass, since the engine drops old versions by time. */
  @Override
  public void step() {
    if (++steps % PER_STEP == 0) {
      run(STEP);
    }
  }

  @Override
  public void close() {
    fleet.close();
  }
}
