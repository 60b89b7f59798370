package dev.tenure.testkit.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A consumer whose clock is ahead, within the stated skew, visits a zone and leaves items in it; it
 * is crashed at once. The others, whose clocks are behind, find the rest without waiting for theirs
 * to come there.
 */
final class FastClock implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final Duration AHEAD = Duration.ofMillis(9_500);
  private static final int ITEMS = 60;
  private static final int OTHERS = 2;

  /** Until the others' scan has looked at the shard again. */
  private static final Duration BOUND = Duration.ofSeconds(10);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer", AHEAD.negated());
    Deployment deployment = producer.connected();
    bench.scheduler.join(deployment.createTenant(TENANT));
    Work work = new Work();
    Member fast = bench.member("fast", AHEAD);
    var unusedFast =
        fast.consume(
            fast.connected(),
            work.taking(bench, fast.process, Duration.ofHours(1)),
            options("fast").withManagers(1).withWorkers(1).withDequeueMax(1));
    List<Member> others = new ArrayList<>();
    for (int number = 0; number < OTHERS; number++) {
      Member slow = bench.member("slow-" + number, AHEAD.negated());
      others.add(slow);
      var unused =
          slow.consume(
              slow.connected(),
              work.taking(bench, slow.process, Duration.ofMillis(1)),
              options("slow-" + number));
    }
    bench.scheduler.runFor(Duration.ofSeconds(12));
    bench.delay(Duration.ofMillis(10));
    others.forEach(each -> each.process.pauseFor(Duration.ofMinutes(1)));
    List<NewItem> items = new ArrayList<>();
    for (int number = 0; number < ITEMS; number++) {
      items.add(Work.item("item-" + number));
    }
    bench.scheduler.join(deployment.run(TENANT, tx -> tx.zone(Work.ZONE).enqueueAll(items)));
    bench.await(Duration.ofSeconds(10), () -> work.begunCount() > 0, () -> "nothing is taken");
    bench.scheduler.runFor(bench.millis(0, 100));
    fast.process.crash();
    others.forEach(each -> each.process.resume());
    int had = work.begunCount();
    bench.await(BOUND, () -> work.begunCount() > had + 10, () -> "the rest is not found");
  }

  private static ConsumerOptions options(String name) {
    return ConsumerOptions.defaults(name).withItemLease(Duration.ofMinutes(1));
  }
}
