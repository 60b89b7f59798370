package dev.tenure.bench.peers;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Quiet tenants enqueue one item each, first alone, then while another tenant enqueues all it can.
 * Counted from the time each item was to come.
 */
final class QuietTenants implements Shape {
  /** Below what any contestant carries, so that alone they wait for nobody. */
  private static final double PER_SECOND = 250;

  /** Most of a run is the quiet tenants' time, which a warm contestant needs as well. */
  private static final int WARM_UPS_MAX = 6;

  @Override
  public WarmUp warmUp() {
    return new WarmUp("floodedMillisP99", false, WARM_UPS_MAX);
  }

  @Override
  public Reading measure(Contestant contestant, Scale scale) throws Exception {
    Reading unloaded = unloaded(contestant, scale);
    Reading flooded = flooded(contestant, scale);
    for (var value : flooded.values().entrySet()) {
      unloaded = unloaded.with(value.getKey(), value.getValue());
    }
    return unloaded;
  }

  private static Reading unloaded(Contestant contestant, Scale scale) throws Exception {
    int quiet = scale.quietTenants();
    Ledger ledger = new Ledger(quiet);
    try (Bed bed = contestant.open(1 + quiet)) {
      bed.consume(ledger);
      Arrivals arrivals = Arrivals.random(0, quiet, PER_SECOND, 1, quiet);
      arrivals.enter(ledger);
      Load.whenDue(bed, ledger, arrivals);
      ledger.await(BurnDown.WAIT_MAX);
      return new Reading(Map.of()).with("unloaded", ledger.fromDue(0, quiet));
    }
  }

  private static Reading flooded(Contestant contestant, Scale scale) throws Exception {
    int quiet = scale.quietTenants();
    int flood = scale.items();
    Ledger ledger = new Ledger(quiet + flood);
    ExecutorService flooder = Executors.newSingleThreadExecutor();
    try (Bed bed = contestant.open(1 + quiet)) {
      bed.consume(ledger);
      AtomicBoolean begun = new AtomicBoolean();
      CompletableFuture<Void> flooding =
          CompletableFuture.runAsync(() -> flood(bed, ledger, quiet, begun), flooder);
      while (!begun.get() && !flooding.isDone()) {
        Load.awaitNanos(System.nanoTime() + 100_000);
      }
      Arrivals arrivals = Arrivals.random(0, quiet, PER_SECOND, 1, quiet);
      arrivals.enter(ledger);
      Load.whenDue(bed, ledger, arrivals);
      long floodLeft = ledger.uncompleted();
      flooding.join();
      ledger.await(BurnDown.WAIT_MAX);
      return new Reading(Map.of())
          .with("flooded", ledger.fromDue(0, quiet))
          .with("floodedFromCommit", ledger.fromCommitted(0, quiet))
          .with("floodedEnqueue", ledger.enqueuing(0, quiet))
          .with("uncompletedAfterQuiet", (double) floodLeft)
          .with("handlersRepeated", (double) ledger.repeated());
    } finally {
      flooder.shutdownNow();
    }
  }

  /** In transactions of 100 by one thread, the next as soon as one is acknowledged. */
  private static void flood(Bed bed, Ledger ledger, int quiet, AtomicBoolean begun) {
    try {
      for (int first = quiet; first < ledger.items(); first += Load.BATCH) {
        bed.enqueueAll(0, Load.batch(first, Math.min(Load.BATCH, ledger.items() - first)));
        begun.set(true);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the flooding tenant failed: " + e, e);
    }
  }
}
