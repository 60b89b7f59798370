package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A cluster with tenants, producers and consumers, and the waiting times of their items. A process
 * whose requests take no modelled time makes the tenants' stores and backlogs. The caller that
 * created the fixture closes it.
 */
final class PaperFixture implements AutoCloseable {
  private static final String APPLICATION = "app";
  private static final Duration OTHERS_LEASE = Duration.ofMinutes(10);

  private final PaperWorld world;
  private final WaitTimes waits;
  private final Site setup;
  private final BitSet made = new BitSet();
  private final List<Site> sites = new ArrayList<>();
  private final List<Consumer> consumers = new ArrayList<>();

  /**
   * Creates the fixture.
   *
   * @param tenants the most tenants
   */
  PaperFixture(Plan plan, int tenants) {
    this.world = plan.world();
    this.waits = new WaitTimes(world, tenants, Duration.ofSeconds(1));
    this.setup = world.setup();
  }

  WaitTimes waits() {
    return waits;
  }

  List<Site> sites() {
    return sites;
  }

  List<Consumer> consumers() {
    return consumers;
  }

  PaperWorld world() {
    return world;
  }

  SplittableRandom random(String purpose) {
    return world.random(purpose);
  }

  static TenantId tenant(int number) {
    return new TenantId(APPLICATION, "user-" + number);
  }

  /** Makes the tenant's store unless it exists. */
  void make(int tenant) {
    if (!made.get(tenant)) {
      made.set(tenant);
      world.join(setup.cluster().createTenant(tenant(tenant)));
      world.step();
    }
  }

  /** Fills the zones of tenants 0 to count − 1. */
  void backlog(int count, int items, Duration delay) {
    for (int i = 0; i < count; i++) {
      make(i);
      world.join(enqueue(setup, i, items, delay));
      world.step();
    }
  }

  CompletableFuture<Void> enqueue(Site site, int tenant, int count, Duration delay) {
    return site.cluster()
        .run(
            tenant(tenant),
            transaction -> {
              waits.enqueueing(tenant);
              NewItem item = PaperWork.item(tenant, waits.now()).withDelay(delay);
              List<NewItem> items = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                items.add(item);
              }
              return transaction.zone().enqueueAll(items);
            })
        .thenAccept(results -> waits.enqueued(tenant, results.size()));
  }

  /** Opens a process for a producer. */
  Site producer(String name) {
    return world.open(name);
  }

  /**
   * Prevents consumers from scanning in order, so that all draw at random, as in the paper's
   * figure.
   */
  void scanAtRandom() {
    for (int shard = 0; shard < setup.cluster().shards(); shard++) {
      world.join(setup.cluster().consumers().holdSequentialScan(shard, "nobody", OTHERS_LEASE));
    }
  }

  /** Starts a consumer in a separate process. */
  void start(ConsumerOptions options, PaperWork work) {
    Site site = world.open(options.id());
    sites.add(site);
    consumers.add(site.start(options, work.handlers(site), waits));
  }

  void run(Duration duration) {
    world.run(duration);
  }

  @Override
  public void close() {
    consumers.forEach(Consumer::halt);
    world.close();
  }
}
