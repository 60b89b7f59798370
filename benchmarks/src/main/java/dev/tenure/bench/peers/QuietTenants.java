package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Quiet tenants enqueue one item each, first alone, and then while another tenant enqueues as fast
 * as it can. Latencies count from the time at which each item was due to arrive.
 */
final class QuietTenants implements Shape {
  /** Below what any system carries, so that alone they wait for nobody. */
  private static final double PER_SECOND = 250;

  /** Most of a run is the quiet tenants' time, which a warm system needs as well. */
  private static final int WARM_UPS_MAX = 6;

  @Override
  public WarmUp warmUp() {
    return new WarmUp("floodedMillisP99", false, WARM_UPS_MAX);
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    MeasuredValues unloaded = unloaded(system, scale);
    MeasuredValues flooded = flooded(system, scale);
    for (var value : flooded.values().entrySet()) {
      unloaded = unloaded.with(value.getKey(), value.getValue());
    }
    return unloaded;
  }

  private static MeasuredValues unloaded(SystemUnderTest system, Scale scale) throws Exception {
    int quiet = scale.quietTenants();
    ItemTimes times = new ItemTimes(quiet);
    try (PeerFixture fixture = system.open(1 + quiet)) {
      fixture.consume(times);
      PoissonArrivals arrivals = PoissonArrivals.random(0, quiet, PER_SECOND, 1, quiet);
      arrivals.enter(times);
      LoadGenerator.whenDue(fixture, times, arrivals);
      times.await(BurnDown.WAIT_MAX);
      return new MeasuredValues(Map.of()).with("unloaded", times.fromDue(0, quiet));
    }
  }

  private static MeasuredValues flooded(SystemUnderTest system, Scale scale) throws Exception {
    int quiet = scale.quietTenants();
    int flood = scale.items();
    ItemTimes times = new ItemTimes(quiet + flood);
    ExecutorService flooder = Executors.newSingleThreadExecutor();
    try (PeerFixture fixture = system.open(1 + quiet)) {
      fixture.consume(times);
      AtomicBoolean begun = new AtomicBoolean();
      CompletableFuture<Void> flooding =
          CompletableFuture.runAsync(() -> flood(fixture, times, quiet, begun), flooder);
      while (!begun.get() && !flooding.isDone()) {
        LoadGenerator.awaitNanos(System.nanoTime() + 100_000);
      }
      PoissonArrivals arrivals = PoissonArrivals.random(0, quiet, PER_SECOND, 1, quiet);
      arrivals.enter(times);
      LoadGenerator.whenDue(fixture, times, arrivals);
      long floodLeft = times.uncompleted();
      flooding.join();
      times.await(BurnDown.WAIT_MAX);
      return new MeasuredValues(Map.of())
          .with("flooded", times.fromDue(0, quiet))
          .with("floodedFromCommit", times.fromCommitted(0, quiet))
          .with("floodedEnqueue", times.enqueuing(0, quiet))
          .with("uncompletedAfterQuiet", (double) floodLeft)
          .with("handlersRepeated", (double) times.repeated());
    } finally {
      flooder.shutdownNow();
    }
  }

  /** In transactions of 100 by one thread, the next as soon as one is acknowledged. */
  private static void flood(PeerFixture fixture, ItemTimes times, int quiet, AtomicBoolean begun) {
    try {
      for (int first = quiet; first < times.items(); first += LoadGenerator.BATCH) {
        fixture.enqueueAll(
            0, LoadGenerator.batch(first, Math.min(LoadGenerator.BATCH, times.items() - first)));
        begun.set(true);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the flooding tenant failed: " + e, e);
    }
  }
}
