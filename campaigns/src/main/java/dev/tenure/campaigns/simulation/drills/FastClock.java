package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A consumer whose clock is ahead, within the stated skew, visits a zone and leaves items in it; it
 * crashes at once. Another one, whose clock is behind, finds the rest without waiting until its
 * clock shows what the first one's showed.
 */
final class FastClock implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final Duration AHEAD = Duration.ofMillis(9_500);
  private static final int ITEMS = 60;
  private static final Duration TAKEN = Duration.ofSeconds(15);

  /** Until the scan has looked at the shard again; much less than the clocks are apart. */
  private static final Duration BOUND = Duration.ofSeconds(10);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer", AHEAD.negated());
    Deployment deployment = producer.connectedWith(TENANT);
    Work work = new Work();
    Member fast = bench.member("fast", AHEAD);
    Member middle = bench.member("middle");
    Member slow = bench.member("slow", AHEAD.negated());
    var unusedFast =
        fast.consume(work, Duration.ofHours(1), options("fast").withManagers(1).withWorkers(1));
    var unusedMiddle = middle.consume(work, Duration.ofMillis(1), options("middle"));
    var unusedSlow = slow.consume(work, Duration.ofMillis(1), options("slow"));
    bench.scheduler.runFor(bench.millis(11_000, 16_000));
    bench.delay(Duration.ofMillis(10));
    middle.process.crash();
    slow.process.pauseFor(Duration.ofMinutes(1));
    List<NewItem> items = new ArrayList<>();
    for (int number = 0; number < ITEMS; number++) {
      items.add(Work.item("item-" + number));
    }
    bench.scheduler.join(deployment.run(TENANT, tx -> tx.zone(Work.ZONE).enqueueAll(items)));
    bench.await(TAKEN, () -> work.begunCount() > 0, () -> "the fast one takes nothing");
    bench.scheduler.runFor(bench.millis(0, 100));
    fast.process.crash();
    slow.process.resume();
    int had = work.begunCount();
    bench.await(BOUND, () -> work.begunCount() > had, () -> "the slow one does not find the rest");
  }

  private static ConsumerOptions options(String name) {
    return ConsumerOptions.defaults(name).withItemLease(Duration.ofMinutes(1));
  }
}
