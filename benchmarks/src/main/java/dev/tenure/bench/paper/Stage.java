package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.consumer.Consumer;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A modelled cluster with tenants, producers and consumers, and a ledger of what they do. Tenants'
 * stores and backlogs are made by a process whose requests take no time. Closed by whoever made it.
 */
final class Stage implements AutoCloseable {
  private static final String APPLICATION = "app";
  private static final int PER_STEP = 100;
  private static final Duration STEP = Duration.ofMillis(25);
  private static final Duration OTHERS_LEASE = Duration.ofMinutes(10);

  private final ModelledFleet fleet;
  private final ServiceTimes times;
  private final Ledger ledger;
  private final Site setup;
  private final BitSet made = new BitSet();
  private final List<Site> sites = new ArrayList<>();
  private final List<Consumer> consumers = new ArrayList<>();
  private int steps;

  Stage(long seed, int tenants, ServiceTimes times) {
    this.times = times;
    this.fleet = new ModelledFleet(seed, ClusterOptions.named("paper"));
    this.ledger = new Ledger(fleet.scheduler(), tenants, Duration.ofSeconds(1));
    this.setup = fleet.open("setup", ServiceTimes.none());
  }

  Ledger ledger() {
    return ledger;
  }

  List<Site> sites() {
    return sites;
  }

  List<Consumer> consumers() {
    return consumers;
  }

  Site setup() {
    return setup;
  }

  ModelledFleet fleet() {
    return fleet;
  }

  SplittableRandom random(String purpose) {
    return fleet.scheduler().random(purpose);
  }

  static TenantId tenant(int number) {
    return new TenantId(APPLICATION, "user-" + number);
  }

  /** Makes the tenant's store unless it is there. */
  void make(int tenant) {
    if (!made.get(tenant)) {
      made.set(tenant);
      fleet.scheduler().join(setup.cluster().createTenant(tenant(tenant)));
      step();
    }
  }

  /** Fills the zones of tenants 0 to count − 1. */
  void backlog(int count, int items, Duration delay) {
    for (int i = 0; i < count; i++) {
      make(i);
      fleet.scheduler().join(enqueue(setup, i, items, delay));
      step();
    }
  }

  /** What is set up must not all happen in one moment: the engine forgets by time. */
  private void step() {
    if (++steps % PER_STEP == 0) {
      run(STEP);
    }
  }

  CompletableFuture<Void> enqueue(Site site, int tenant, int count, Duration delay) {
    return site.cluster()
        .run(
            tenant(tenant),
            transaction -> {
              ledger.enqueueing(tenant);
              NewItem item = Work.item(tenant, ledger.now()).withDelay(delay);
              List<NewItem> items = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                items.add(item);
              }
              return transaction.zone().enqueueAll(items);
            })
        .thenAccept(results -> ledger.enqueued(tenant, results.size()));
  }

  /** A process that produces. */
  Site producer(String name) {
    return fleet.open(name, times);
  }

  /** Keeps every consumer from scanning in order: they draw at random, as in the paper's figure. */
  void scanAtRandom() {
    for (int shard = 0; shard < setup.cluster().shards(); shard++) {
      fleet
          .scheduler()
          .join(setup.cluster().consumers().holdSequentialScan(shard, "nobody", OTHERS_LEASE));
    }
  }

  /** Starts a consumer in a process of its own. */
  void start(ConsumerOptions options, Work work) {
    Site site = fleet.open(options.id(), times);
    sites.add(site);
    consumers.add(site.start(options, work.handlers(site), ledger));
  }

  void run(Duration duration) {
    fleet.scheduler().runFor(duration);
  }

  @Override
  public void close() {
    consumers.forEach(Consumer::halt);
    fleet.close();
  }
}
