package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;

/**
 * The executors of a producer and of a consumer reject half of all tasks, without end. Each call of
 * the producer ends, items begin within the bound without a failed attempt, and the consumer stops
 * in time and leaves no lease.
 */
final class HalfRejected implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 24;
  private static final int ZONES = 4;
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration CALL = Duration.ofSeconds(22);
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** Lease and 6 s: clocks are right. */
  private static final Duration BOUND = LEASE.plusSeconds(6);

  @Override
  public void run(Bench bench) {
    Member creator = bench.member("creator");
    Deployment home = creator.connectedWith(TENANT);
    Member producer = bench.member("producer");
    Deployment deployment = producer.connected();
    boolean[] rejects = {false};
    Member member = bench.member("consumer");
    Deployment consumed = member.connected();
    member.on(rejectingHalf(bench, rejects, member.process.executor()));
    Member rejected = bench.member("rejected producer");
    rejected.on(rejectingHalf(bench, rejects, rejected.process.executor()));
    Deployment half = rejected.connected();
    Work work = new Work();
    Consumer consumer =
        member.consume(
            consumed,
            work.taking(bench, member.process, bench.millis(1, 300)),
            ConsumerOptions.defaults("consumer")
                .withItemLease(LEASE)
                .withManagers(bench.between(1, 4))
                .withWorkers(bench.between(2, 8)));
    bench.scheduler.runFor(Duration.ofSeconds(2));
    bench.delay(Duration.ofMillis(20));
    rejects[0] = true;
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int number = 0; number < ITEMS; number++) {
      String id = "item-" + number;
      String zone = "zone-" + number % ZONES;
      producer.place(deployment, TENANT, zone, Work.item(id));
      calls.add(rejected.placing(half, TENANT, zone, Work.item("half-" + number)));
      bench.scheduler.runFor(bench.millis(0, 500));
    }
    bench.await(BOUND, () -> begun(work) == ITEMS, () -> begun(work) + " items have begun");
    bench.await(
        CALL,
        () -> calls.stream().allMatch(CompletableFuture::isDone),
        () -> "a call of the producer whose executor rejects tasks does not end");
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    bench.await(
        DEADLINE.plusMillis(100), stopped::isDone, () -> "not stopped: " + consumer.status());
    leftAlone(bench, home.clusters().get(0));
  }

  private static long begun(Work work) {
    return IntStream.range(0, ITEMS).filter(n -> work.hasBegun("item-" + n)).count();
  }

  private static Executor rejectingHalf(Bench bench, boolean[] rejects, Executor executor) {
    return task -> {
      if (rejects[0] && bench.random.nextBoolean()) {
        throw new RejectedExecutionException("planted: the pool is full");
      }
      executor.execute(task);
    };
  }

  private static void leftAlone(Bench bench, QueueCluster home) {
    for (int number = 0; number < ITEMS; number++) {
      for (String id : List.of("item-" + number, "half-" + number)) {
        String zone = "zone-" + number % ZONES;
        Optional<WorkItem> left =
            bench.stored(home, TENANT, tx -> tx.zone(zone).findBySnapshot(id));
        require(
            left.filter(item -> item.errors() > 0).isEmpty(),
            () -> id + " counts a failed attempt: " + left);
      }
    }
  }
}
