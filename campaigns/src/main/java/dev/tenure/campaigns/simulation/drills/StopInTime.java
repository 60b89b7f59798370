package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A consumer stops with items that run, items that wait for a worker, and visits under way. It
 * stops as soon as what runs has ended, and leaves no lease behind.
 */
final class StopInTime implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 40;
  private static final int ZONES = 5;
  private static final int ROUNDS = 3;
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    for (int round = 0; round < ROUNDS; round++) {
      run(bench, producer, deployment, round + "-");
    }
  }

  private static void run(Bench bench, Member producer, Deployment deployment, String ids) {
    Member member = bench.member("consumer-" + ids);
    boolean slow = bench.random.nextInt(3) == 0;
    Duration takes = slow ? Duration.ofSeconds(30) : bench.millis(20, 500);
    Consumer consumer =
        member.consume(
            new Work(),
            takes,
            ConsumerOptions.defaults("consumer-" + ids)
                .withItemLease(Duration.ofMinutes(1))
                .withWorkers(bench.between(1, 4)));
    bench.scheduler.runFor(Duration.ofSeconds(1));
    bench.delay(Duration.ofMillis(30));
    for (int number = 0; number < ITEMS; number++) {
      var unused =
          producer.placing(deployment, TENANT, "zone-" + number % ZONES, Work.item(ids + number));
      bench.scheduler.runFor(bench.millis(0, 5));
    }
    bench.scheduler.runFor(bench.millis(0, 300));
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    Duration bound = slow ? DEADLINE.plusMillis(100) : takes.plusSeconds(3);
    bench.await(bound, stopped::isDone, () -> "not stopped: " + consumer.status().load());
    QueueCluster home = deployment.clusters().get(0);
    for (int number = 0; number < ITEMS; number++) {
      String id = ids + number;
      String zone = "zone-" + number % ZONES;
      Optional<WorkItem> left = bench.stored(home, TENANT, tx -> tx.zone(zone).findBySnapshot(id));
      require(
          left.flatMap(WorkItem::lease).isEmpty(),
          () -> id + " is leased by a consumer that has stopped: " + left);
    }
  }
}
