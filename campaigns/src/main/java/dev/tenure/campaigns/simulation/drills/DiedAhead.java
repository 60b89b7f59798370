package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;

/**
 * A consumer whose clock is far ahead dies with items in several zones. Consumers whose clocks are
 * right begin these items once their leases are over by version, and leave delayed items alone. One
 * of them may be the same consumer, started again with a clock that was put right.
 */
final class DiedAhead implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 12;
  private static final Duration TAKEN = Duration.ofSeconds(15);

  /** Until the consumer counts as dead, and two searches by the first of two others. */
  private static final Duration SEARCHED = Duration.ofSeconds(50);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Duration lease = bench.millis(5_000, 40_000);
    Duration ahead = Duration.ofSeconds(bench.between(120, 10_000));
    Member fast = bench.member("fast", ahead);
    Work held = new Work();
    var unusedFast = fast.consume(held, Duration.ofHours(9), options("a-fast", lease));
    bench.scheduler.runFor(bench.millis(100, 12_000));
    bench.delay(Duration.ofMillis(10));
    for (int number = 0; number < ITEMS; number++) {
      producer.place(deployment, TENANT, "zone-" + number % 3, item(bench, number));
    }
    producer.place(
        deployment, TENANT, "zone-0", Work.item("later").withDelay(ahead.plusSeconds(25)));
    bench.await(TAKEN, () -> held.begunCount() > 0, () -> "the fast one takes nothing");
    bench.scheduler.runFor(bench.millis(0, 10_000));
    Work work = new Work();
    boolean isAlone = bench.random.nextBoolean();
    if (!isAlone) {
      consume(bench, work, lease, "b-beside");
      bench.scheduler.runFor(bench.millis(0, 8_000));
    }
    fast.process.crash();
    bench.scheduler.runFor(bench.millis(0, 30_000));
    if (isAlone) {
      consume(bench, work, lease, bench.oneOf("a-fast", "c-next"));
    }
    bench.await(
        lease.plus(SEARCHED),
        () -> work.begunCount() >= ITEMS,
        () -> "items of a dead consumer whose clock was ahead wait, begun: " + work.begunCount());
    require(!work.hasBegun("later"), () -> "an item has begun before its delay was over");
  }

  private static NewItem item(Bench bench, int number) {
    return Work.item("item-" + number).withPriority(bench.between(0, 15));
  }

  private static void consume(Bench bench, Work work, Duration lease, String name) {
    var unused = bench.member(name).consume(work, Duration.ofMillis(1), options(name, lease));
  }

  private static ConsumerOptions options(String name, Duration lease) {
    return ConsumerOptions.defaults(name).withItemLease(lease);
  }
}
