package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A producer's executor has rejected tasks for a while. When it takes them again, the producer
 * looks again after its commits: an item whose commit met the sleep of its pointer is begun at
 * once.
 */
final class RejectedLook implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ZONES = 12;
  private static final int BURST_ITEMS = 60;
  private static final int BURST_ITEMS_A_ZONE = 3;
  private static final int ROUNDS = 3;
  private static final int REJECTED_ONE_IN = 12;

  /** A look whose answer was lost with a rejected task ends by then. */
  private static final Duration LOST = Duration.ofSeconds(4);

  private static final int HELD_MILLIS_MAX = 300;

  /** Less than the sleep of a pointer that is not confirmed. */
  private static final Duration AT_ONCE = Duration.ofSeconds(3);

  private boolean rejects;

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Executor own = producer.process.executor();
    producer.on(
        task -> {
          if (rejects && bench.random.nextInt(REJECTED_ONE_IN) == 0) {
            throw new RejectedExecutionException("planted: the pool is full");
          }
          own.execute(task);
        });
    Deployment deployment = producer.connectedWith(TENANT);
    Member member = bench.member("consumer");
    Work work = new Work();
    var unused = member.consume(work, Duration.ofMillis(1), ConsumerOptions.defaults("consumer"));
    bench.scheduler.runFor(Duration.ofSeconds(2));
    bench.faults.holding(
        request -> bench.random.nextInt(3) == 0 ? bench.millis(1, HELD_MILLIS_MAX) : Duration.ZERO);
    for (int round = 0; round < ROUNDS; round++) {
      bench.faults.set(false);
      reject(bench, producer, deployment, "burst-" + round + "-");
      bench.faults.set(true);
      place(bench, producer, deployment, work, "zone-" + round + "-");
    }
  }

  private static void place(
      Bench bench, Member producer, Deployment deployment, Work work, String zones) {
    for (int number = 0; number < ZONES; number++) {
      String zone = zones + number;
      List<String> ids = List.of(zone + "-first", zone + "-second", zone + "-third");
      for (String id : ids) {
        var placing = producer.placing(deployment, TENANT, zone, Work.item(id));
        bench.scheduler.runFor(bench.millis(0, 20));
        if (id.equals(ids.get(2))) {
          bench.scheduler.join(placing);
        }
      }
      bench.await(
          AT_ONCE,
          () -> ids.stream().allMatch(work::hasBegun),
          () -> "not all of " + ids + " have begun");
    }
  }

  /** Any task may be rejected, looks after commits among them. How the calls end is no matter. */
  private void reject(Bench bench, Member producer, Deployment deployment, String zones) {
    rejects = true;
    for (int number = 0; number < BURST_ITEMS; number++) {
      String id = zones + number;
      String zone = zones + number / BURST_ITEMS_A_ZONE;
      var unused = producer.placing(deployment, TENANT, zone, Work.item(id));
      bench.scheduler.runFor(bench.millis(0, 2));
    }
    bench.scheduler.runFor(Duration.ofMillis(20));
    rejects = false;
    bench.scheduler.runFor(LOST);
  }
}
