package dev.tenure.bench.scale;

import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.bench.report.Figure;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Counts the costs of an item with more consumers, on a modelled cluster. The backlog becomes due
 * when the consumers know of one another. With as many shards as consumers, each consumer reads its
 * own share (docs/decisions/0010). With one shard all read the same entries, so those costs have no
 * target.
 */
final class MoreConsumers implements ScaleMeasurement {
  private static final List<Integer> CONSUMERS = List.of(1, 4, 16);
  private static final List<Integer> SHARDS = List.of(16, 1);

  /** The counts need no more than this. */
  private static final int ZONES_MAX = 12_000;

  private static final int FILLED_PER_STEP = 100;
  private static final Duration STEP = Duration.ofMillis(25);
  private static final Duration DUE = Duration.ofSeconds(60);
  private static final Duration WORK = Duration.ofMillis(5);
  private static final double GROWTH_MAX = 1.05;

  /** Counted between these parts of the backlog: not while all begin, nor with few zones left. */
  private static final double FROM = 0.3;

  private static final double UNTIL = 0.8;

  private record Costs(double transactions, double keysRead, double keysWritten) {
    private static Costs of(List<Site> sites) {
      return new Costs(
          sum(sites, RecordCounter.TRANSACTIONS_OPENED),
          sum(sites, RecordCounter.KEYS_READ),
          sum(sites, RecordCounter.KEYS_WRITTEN));
    }

    private static long sum(List<Site> sites, RecordCounter counter) {
      return sites.stream().mapToLong(site -> site.meters().count(counter)).sum();
    }

    private Costs since(Costs before, double items) {
      return new Costs(
          (transactions - before.transactions) / items,
          (keysRead - before.keysRead) / items,
          (keysWritten - before.keysWritten) / items);
    }
  }

  @Override
  public List<Figure> answer(int size, long seed) {
    List<Figure> figures = new ArrayList<>();
    for (int shards : SHARDS) {
      figures.addAll(answer(size, seed, shards, CONSUMERS));
    }
    return figures;
  }

  /** The growth of each cost from the first number of consumers to each of the others. */
  List<Figure> answer(int size, long seed, int shards, List<Integer> consumers) {
    int zones = Math.min(ZONES_MAX, size);
    Figure.Target target = shards == 1 ? Figure.Target.NONE : Figure.Target.atMost(GROWTH_MAX);
    List<Figure> figures = new ArrayList<>();
    Costs first = measure(zones, shards, consumers.get(0), seed);
    for (int count : consumers.subList(1, consumers.size())) {
      Costs costs = measure(zones, shards, count, seed);
      String of =
          " of 1,000 items: %d consumers, %s"
              .formatted(count, shards == 1 ? "1 shard" : shards + " shards");
      figures.add(figure("transactions" + of, costs.transactions(), first.transactions(), target));
      figures.add(figure("key reads" + of, costs.keysRead(), first.keysRead(), target));
      figures.add(figure("key writes" + of, costs.keysWritten(), first.keysWritten(), target));
    }
    return figures;
  }

  private static Figure figure(String what, double many, double one, Figure.Target target) {
    return new Figure(what, 1_000 * many, 1_000 * one, many / one, target);
  }

  private static Costs measure(int zones, int shards, int count, long seed) {
    ClusterOptions options = ClusterOptions.named("scale").withShards(shards);
    try (ModelledFleet fleet = new ModelledFleet(seed, options)) {
      fill(fleet, zones);
      List<Site> sites = new ArrayList<>();
      List<Consumer> consumers = new ArrayList<>();
      Completed completed = new Completed();
      for (int i = 0; i < count; i++) {
        Site site = fleet.open("consumer-" + i, ServiceTimes.twoDatacenters());
        sites.add(site);
        consumers.add(
            site.start(ConsumerOptions.defaults("consumer-" + i), handlers(site), completed));
      }
      fleet.scheduler().runUntil(() -> completed.items >= zones * FROM, "the first items");
      long begun = completed.items;
      Costs before = Costs.of(sites);
      fleet.scheduler().runUntil(() -> completed.items >= zones * UNTIL, "the items");
      consumers.forEach(Consumer::halt);
      return Costs.of(sites).since(before, (double) (completed.items - begun));
    }
  }

  private static void fill(ModelledFleet fleet, int zones) {
    Site setup = fleet.open("setup", ServiceTimes.none());
    for (int i = 0; i < zones; i++) {
      Duration delay = DUE.minus(fleet.scheduler().elapsed());
      fleet.scheduler().join(Filling.fill(setup.cluster(), Filling.tenant("app", i), 1, delay));
      if (i % FILLED_PER_STEP == 0) {
        fleet.scheduler().runFor(STEP);
      }
    }
  }

  private static Handlers handlers(Site site) {
    return Handlers.builder()
        .on(
            Filling.TYPE,
            (text, context) -> {
              CompletableFuture<Outcome> done = new CompletableFuture<>();
              var unused =
                  site.timer()
                      .schedule(
                          () -> done.complete(Outcome.done()),
                          WORK.toNanos(),
                          TimeUnit.NANOSECONDS);
              return done;
            })
        .build();
  }

  /** Counts the items that all consumers complete, on the single thread of virtual time. */
  private static final class Completed implements ConsumerListener {
    private long items;

    @Override
    public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
      items++;
    }
  }
}
