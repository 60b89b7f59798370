package dev.tenure.bench.move;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.zone.QueueZone;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Two clusters with a directory on one engine in memory, and a tenant on the first. Belongs to the
 * thread that made it, which closes it.
 */
final class MovedFleet implements AutoCloseable {
  static final TenantId TENANT = new TenantId("bench", "tenant");
  static final WorkType<byte[]> TYPE = WorkType.of("bench", PayloadCodecs.bytes());

  private static final ClusterOptions EAST = cluster("east");
  private static final ClusterOptions WEST = cluster("west");
  private static final int PAYLOAD_BYTES = 10_000;
  private static final int ITEMS_AT_ONCE = 50;
  private static final int BYTES_PER_MEGABYTE = 1_000_000;
  private static final int FILLS_PER_STEP = 20;
  private static final Duration STEP = Duration.ofMillis(25);

  private final ModelledFleet fleet;
  private final SplittableRandom random;
  private final TenantDirectory setup;

  MovedFleet(long seed) {
    this.fleet = new ModelledFleet(seed, EAST);
    this.random = new SplittableRandom(seed);
    this.setup = directory("setup", ServiceTimes.none());
    fleet.scheduler().join(setup.adopt(progress -> {}));
    fleet.scheduler().join(setup.create(TENANT, TenantDetails.NONE));
  }

  private static ClusterOptions cluster(String name) {
    return ClusterOptions.named(name)
        .withRoot(new Subspace(name.getBytes(StandardCharsets.US_ASCII)));
  }

  /** The directory as a process sees it that places tenants on the first cluster. */
  TenantDirectory directory(String process, ServiceTimes times) {
    Deployment deployment =
        Deployment.of(
            List.of(
                fleet.open(process + " to east", times, EAST).cluster(),
                fleet.open(process + " to west", times, WEST).cluster()));
    return TenantDirectory.of(
        deployment,
        DirectoryOptions.on(List.of("east", "west"))
            .withMillis(() -> fleet.scheduler().elapsed().toMillis())
            .withPlacement(
                (tenant, details, all) ->
                    CompletableFuture.completedFuture(all.cluster("east").orElseThrow())),
        DirectoryShards.inRecordStores());
  }

  ModelledFleet fleet() {
    return fleet;
  }

  /** Fills the tenant's zone with items, whose payloads have that size together. */
  void fill(int megabytes) {
    long items = (long) megabytes * BYTES_PER_MEGABYTE / PAYLOAD_BYTES;
    int filled = 0;
    for (long done = 0; done < items; done += ITEMS_AT_ONCE) {
      int some = (int) Math.min(ITEMS_AT_ONCE, items - done);
      fleet.scheduler().join(setup.deployment().run(TENANT, tx -> enqueue(tx.zone("full"), some)));
      if (++filled % FILLS_PER_STEP == 0) {
        fleet.scheduler().runFor(STEP);
      }
    }
  }

  private CompletableFuture<Boolean> enqueue(QueueZone zone, int items) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (int i = 0; i < items; i++) {
      byte[] payload = new byte[PAYLOAD_BYTES];
      random.nextBytes(payload);
      NewItem item = NewItem.of(TYPE, payload).withDelay(Duration.ofDays(1));
      all = all.thenCombine(zone.enqueue(item), (before, enqueued) -> before);
    }
    return all;
  }

  /**
   * Moves the tenant, while producers enqueue.
   *
   * @param rate enqueues a second
   */
  MoveMeasurement move(int rate) {
    TenantDirectory mover = directory("mover", ServiceTimes.twoDatacenters());
    SteadyProducer producer =
        new SteadyProducer(
            directory("producer", ServiceTimes.twoDatacenters()).deployment(),
            fleet.scheduler(),
            rate);
    producer.start();
    fleet.scheduler().runFor(Duration.ofSeconds(2));
    producer.forget();
    ServedProbe probe =
        new ServedProbe(directory("probe", ServiceTimes.none()).deployment(), fleet.scheduler());
    probe.start();
    Duration begun = fleet.scheduler().elapsed();
    MoveProgress[] last = new MoveProgress[1];
    TenantMoveReport report =
        fleet
            .scheduler()
            .join(
                TenantMoves.of(mover, MoveOptions.defaults())
                    .move(TENANT, "west", progress -> last[0] = progress));
    Duration took = fleet.scheduler().elapsed().minus(begun);
    probe.stop();
    fleet.scheduler().runFor(Duration.ofSeconds(1));
    producer.stop();
    return new MoveMeasurement(took, report, last[0], producer, probe.longest());
  }

  @Override
  public void close() {
    fleet.close();
  }
}
