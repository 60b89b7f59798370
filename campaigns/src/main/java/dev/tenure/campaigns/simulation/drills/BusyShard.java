package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.time.Instant;

/**
 * A shard is busy all the time, and a producer whose clock is behind makes a pointer that vests
 * before all others: the scan looks at the true front every 2 s, and finds it.
 */
final class BusyShard implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final Duration BEHIND = Duration.ofSeconds(8);
  private static final int ZONES = 12;
  private static final int BUSY_ITEMS_A_STEP = 3;
  private static final Duration WARM = Duration.ofSeconds(3);
  private static final Duration BOUND = Duration.ofSeconds(6);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Member behind = bench.member("producer behind", BEHIND.negated());
    Deployment slow = behind.connected();
    Member member = bench.member("consumer");
    Work work = new Work();
    var unused =
        member.consume(
            work,
            Duration.ofMillis(1),
            ConsumerOptions.defaults("consumer").withManagers(1).withWorkers(2));
    bench.scheduler.runFor(Duration.ofSeconds(1));
    bench.delay(Duration.ofMillis(20));
    Instant warm = bench.now().plus(WARM);
    int placed = 0;
    while (bench.now().isBefore(warm)) {
      placed = keepBusy(bench, producer, deployment, placed);
    }
    behind.place(slow, TENANT, "behind", Work.item("behind"));
    Instant deadline = bench.now().plus(BOUND);
    while (!work.hasBegun("behind") && bench.now().isBefore(deadline)) {
      placed = keepBusy(bench, producer, deployment, placed);
    }
    bench.await(
        Duration.ofMillis(1),
        () -> work.hasBegun("behind"),
        () -> "an item before the front of a busy shard waits for more than " + BOUND);
  }

  private static int keepBusy(Bench bench, Member producer, Deployment deployment, int placed) {
    for (int number = 0; number < BUSY_ITEMS_A_STEP; number++) {
      String zone = "busy-" + bench.between(0, ZONES - 1);
      var unused =
          producer.placing(deployment, TENANT, zone, Work.item("item-" + (placed + number)));
    }
    bench.scheduler.runFor(bench.millis(20, 60));
    return placed + BUSY_ITEMS_A_STEP;
  }
}
