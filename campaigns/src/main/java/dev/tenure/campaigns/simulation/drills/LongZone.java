package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A zone has a backlog, whose visits begin where the last one left off. An item that comes before
 * this mark, by its priority or by the clock of its producer, is begun when the mark is forgotten.
 */
final class LongZone implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int BACKLOG = 300;
  private static final int BATCH = 50;
  private static final int WORKERS = 2;
  private static final Duration TAKES = Duration.ofMillis(100);

  /** A mark is kept for 2 s; then the items that are taken already are done first. */
  private static final Duration BOUND = Duration.ofSeconds(7);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Member behind = bench.member("producer behind", Duration.ofSeconds(-8));
    Deployment slow = behind.connected();
    for (int first = 0; first < BACKLOG; first += BATCH) {
      bench.scheduler.join(placeSome(deployment, first));
    }
    Member member = bench.member("consumer");
    Work work = new Work();
    var unused =
        member.consume(
            work,
            TAKES,
            ConsumerOptions.defaults("consumer").withWorkers(WORKERS).withDequeueMax(4));
    bench.delay(Duration.ofMillis(10));
    bench.scheduler.runFor(bench.millis(2_000, 4_000));
    NewItem item = Work.item("before");
    boolean byPriority = bench.random.nextBoolean();
    behind.place(slow, TENANT, Work.ZONE, byPriority ? item.withPriority(0) : item);
    bench.await(
        BOUND, () -> work.hasBegun("before"), () -> "an item before the mark of a zone waits");
  }

  private static CompletableFuture<?> placeSome(Deployment deployment, int first) {
    List<NewItem> items = new ArrayList<>();
    for (int number = first; number < first + BATCH; number++) {
      items.add(Work.item("item-" + number));
    }
    return deployment.run(TENANT, tx -> tx.zone(Work.ZONE).enqueueAll(items));
  }
}
