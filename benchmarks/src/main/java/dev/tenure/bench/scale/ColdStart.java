package dev.tenure.bench.scale;

import dev.tenure.bench.fleet.RealFleet;
import dev.tenure.bench.fleet.Site;
import dev.tenure.bench.report.Figure;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.meter.RecordCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Counts the reads of a process that starts and enqueues for two tenants, when the directory has
 * many tenants and when it has few.
 */
final class ColdStart implements ScaleMeasurement {
  private static final int FEW = 10;
  private static final int TOGETHER = 64;
  private static final String CLUSTER = "real";
  private static final DirectoryOptions OPTIONS = DirectoryOptions.on(List.of(CLUSTER));
  private static final List<String> STEPS =
      List.of("cold start", "first enqueue", "enqueue for another");

  @Override
  public List<Figure> answer(int size, long seed) {
    List<Long> few = reads(FEW, seed);
    List<Long> many = reads(size, seed);
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < STEPS.size(); i++) {
      figures.add(
          new Figure(
              "%,d tenants, %s: reads".formatted(size, STEPS.get(i)),
              many.get(i),
              few.get(i),
              (double) many.get(i) / few.get(i),
              Figure.Target.atMost(1)));
    }
    return figures;
  }

  /** Keys that were found, and reads of keys and ranges, by each step. */
  private static List<Long> reads(int tenants, long seed) {
    try (RealFleet fleet = new RealFleet(seed, ClusterOptions.named(CLUSTER))) {
      fill(fleet.open("fill"), tenants);
      Site cold = fleet.open("cold");
      TenantDirectory directory = directory(cold);
      directory.adopt(progress -> {}).join();
      List<Long> counted = new ArrayList<>(List.of(reads(cold)));
      for (int tenant : List.of(tenants / 2, tenants - 1)) {
        directory
            .deployment()
            .run(tenant(tenant), tx -> tx.zone().enqueue(NewItem.of(Filling.TYPE, "x").withId("x")))
            .join();
        counted.add(reads(cold));
      }
      return List.of(
          counted.get(0), counted.get(1) - counted.get(0), counted.get(2) - counted.get(1));
    }
  }

  private static long reads(Site site) {
    return site.meters().count(RecordCounter.READS)
        + site.meters().count(RecordCounter.RANGE_READS)
        + site.meters().count(RecordCounter.KEYS_READ);
  }

  private static TenantDirectory directory(Site site) {
    return TenantDirectory.of(
        Deployment.of(List.of(site.cluster())), OPTIONS, DirectoryShards.inRecordStores());
  }

  private static TenantId tenant(int number) {
    return Filling.tenant("app", number);
  }

  /** The entries are copies of the first one, which saves the steps of a creation. */
  private static void fill(Site site, int tenants) {
    TenantDirectory directory = directory(site);
    directory.adopt(progress -> {}).join();
    directory.create(tenant(0), TenantDetails.NONE).join();
    DataShard shard = DirectoryShards.inRecordStores().data(site.cluster());
    DataRecord first = shard.read(key(0)).join().orElseThrow();
    List<CompletableFuture<Boolean>> underWay = new ArrayList<>();
    for (int i = 1; i < tenants; i++) {
      DataRecord entry = new DataRecord(key(i), first.version(), Set.of(), Set.of(), first.value());
      underWay.add(
          site.cluster()
              .createTenant(tenant(i))
              .thenCompose(made -> shard.write(ConditionalWrite.insert(entry))));
      if (underWay.size() == TOGETHER || i == tenants - 1) {
        underWay.forEach(CompletableFuture::join);
        underWay.clear();
      }
    }
  }

  private static PrimaryKey key(int number) {
    return new PrimaryKey(tenant(number).application() + "/" + tenant(number).user());
  }
}
