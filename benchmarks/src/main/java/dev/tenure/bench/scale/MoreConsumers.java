package dev.tenure.bench.scale;

import dev.tenure.bench.Figure;
import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.consumer.Consumer;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an item costs with more consumers: counted, on a modelled cluster with a full backlog. */
final class MoreConsumers implements Question {
  private static final List<Integer> CONSUMERS = List.of(1, 4, 16);

  /** The counts need no more than this. */
  private static final int ZONES_MAX = 6_000;

  private static final int FILLED_PER_STEP = 100;
  private static final Duration STEP = Duration.ofMillis(25);
  private static final Duration WORK = Duration.ofMillis(5);
  private static final double GROWTH_MAX = 1.05;

  private record Costs(double transactions, double keysRead, double keysWritten) {}

  @Override
  public List<Figure> answer(int size, long seed) {
    int zones = Math.min(ZONES_MAX, size);
    List<Figure> figures = new ArrayList<>();
    Costs alone = measure(zones, 1, seed);
    for (int count : CONSUMERS.subList(1, CONSUMERS.size())) {
      Costs costs = measure(zones, count, seed);
      String of = " per 1,000 items, %d consumers beside 1".formatted(count);
      figures.add(figure("transactions" + of, costs.transactions(), alone.transactions()));
      figures.add(figure("key reads" + of, costs.keysRead(), alone.keysRead()));
      figures.add(figure("key writes" + of, costs.keysWritten(), alone.keysWritten()));
    }
    return figures;
  }

  private static Figure figure(String what, double many, double one) {
    return new Figure(
        what, 1_000 * many, 1_000 * one, many / one, Figure.Target.atMost(GROWTH_MAX));
  }

  private static Costs measure(int zones, int count, long seed) {
    try (ModelledFleet fleet = new ModelledFleet(seed, ClusterOptions.named("scale"))) {
      Site setup = fleet.open("setup", ServiceTimes.none());
      for (int i = 0; i < zones; i++) {
        fleet
            .scheduler()
            .join(Filling.fill(setup.cluster(), Filling.tenant("app", i), 1, Duration.ZERO));
        if (i % FILLED_PER_STEP == 0) {
          fleet.scheduler().runFor(STEP);
        }
      }
      List<Site> sites = new ArrayList<>();
      List<Consumer> consumers = new ArrayList<>();
      Completed completed = new Completed();
      for (int i = 0; i < count; i++) {
        Site site = fleet.open("consumer-" + i, ServiceTimes.twoDatacenters());
        sites.add(site);
        consumers.add(
            site.start(ConsumerOptions.defaults("consumer-" + i), handlers(site), completed));
      }
      // The last tenth is left out: few zones for many consumers.
      int wanted = zones - zones / 10;
      fleet.scheduler().runUntil(() -> completed.items >= wanted, "the items");
      double items = completed.items;
      consumers.forEach(Consumer::halt);
      return new Costs(
          sum(sites, RecordCounter.TRANSACTIONS_OPENED) / items,
          sum(sites, RecordCounter.KEYS_READ) / items,
          sum(sites, RecordCounter.KEYS_WRITTEN) / items);
    }
  }

  private static Handlers handlers(Site site) {
    return Handlers.builder()
        .on(
            Filling.TYPE,
            (text, context) -> {
              CompletableFuture<Outcome> done = new CompletableFuture<>();
              var unused =
                  site.process()
                      .timer()
                      .schedule(
                          () -> done.complete(Outcome.done()),
                          WORK.toNanos(),
                          TimeUnit.NANOSECONDS);
              return done;
            })
        .build();
  }

  /** By all consumers; on the one thread of virtual time. */
  private static final class Completed implements ConsumerListener {
    private long items;

    @Override
    public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
      items++;
    }
  }

  private static long sum(List<Site> sites, RecordCounter counter) {
    return sites.stream().mapToLong(site -> site.meters().count(counter)).sum();
  }
}
