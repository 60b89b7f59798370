package dev.tenure.bench.scale;

import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.bench.report.Figure;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs many items through one zone, and measures whether a peek at the end reads over the removed
 * entries.
 */
final class OneZone implements ScaleMeasurement {
  private static final int BATCH = 128;
  private static final int LOOKS = 200;
  private static final TenantId TENANT = Filling.tenant("app", 0);

  @Override
  public List<Figure> answer(int size, long seed) {
    try (ModelledFleet fleet = new ModelledFleet(seed, ClusterOptions.named("scale"))) {
      Site site = fleet.open("site", ServiceTimes.none());
      fleet.scheduler().join(Filling.fill(site.cluster(), TENANT, size, Duration.ZERO));
      fleet.scheduler().runFor(Duration.ofMillis(1));
      double unused = look(fleet, site).micros();
      Look first = look(fleet, site);
      int left = size;
      while (left > BATCH) {
        int count = Math.min(BATCH, left - BATCH);
        fleet.scheduler().join(pass(site, count));
        fleet.scheduler().runFor(Duration.ofMillis(5));
        left -= count;
      }
      Look last = look(fleet, site);
      return List.of(
          new Figure(
              "%,d items through a zone: keys of a peek, last by first".formatted(size),
              last.keys(),
              first.keys(),
              last.keys() / first.keys(),
              Figure.Target.atMost(2)),
          new Figure(
              "real microseconds of a peek, last by first",
              last.micros(),
              first.micros(),
              last.micros() / first.micros(),
              Figure.Target.NONE));
    }
  }

  /**
   * The cost of a peek of a few items.
   *
   * @param keys reads and keys read
   */
  private record Look(double keys, double micros) {}

  private static Look look(ModelledFleet fleet, Site site) {
    RunOptions run = RunOptions.defaults().withName("look");
    long before = keys(site);
    long begin = System.nanoTime();
    for (int i = 0; i < LOOKS; i++) {
      fleet
          .scheduler()
          .join(
              site.cluster()
                  .run(
                      run,
                      TENANT,
                      transaction -> transaction.zone().peekIds(PeekRequest.first(BATCH / 2))));
    }
    double micros = (System.nanoTime() - begin) / 1_000.0 / LOOKS;
    return new Look((double) (keys(site) - before) / LOOKS, micros);
  }

  private static long keys(Site site) {
    return site.meters().count(RecordCounter.READS, "look")
        + site.meters().count(RecordCounter.RANGE_READS, "look")
        + site.meters().count(RecordCounter.KEYS_READ, "look");
  }

  /** Leases and completes the first of the zone. */
  private static CompletableFuture<Void> pass(Site site, int count) {
    DequeueRequest request = DequeueRequest.of(count, Duration.ofSeconds(30), "scale");
    return site.cluster()
        .run(TENANT, transaction -> transaction.zone().dequeue(request))
        .thenCompose(
            items ->
                site.cluster().run(TENANT, transaction -> complete(transaction.zone(), items)));
  }

  private static CompletableFuture<Void> complete(QueueZone zone, List<LeasedItem> items) {
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (LeasedItem leased : items) {
      chain =
          chain
              .thenCompose(done -> zone.complete(leased.item().id(), leased.lease().id()))
              .thenAccept(outcome -> {});
    }
    return chain;
  }
}
