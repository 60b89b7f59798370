package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.testkit.engine.Withholding;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A cluster hangs, or answers reads and no commits, while all managers visit it: items of the other
 * one wait for seconds and no longer.
 */
final class SilentCluster implements Drill {
  private static final int TENANTS = 8;

  /** Until a visit tells that the cluster is silent, then to hear of the item and to begin it. */
  private static final Duration BOUND = Duration.ofSeconds(6);

  private static final Duration RECOVERED = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofSeconds(3);

  @Override
  public int clusters() {
    return 2;
  }

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment placed = producer.connected();
    TenantId other = Work.tenant(TENANTS);
    for (int number = 0; number < TENANTS; number++) {
      createOn(bench, placed, 0, Work.tenant(number));
    }
    createOn(bench, placed, 1, other);
    Member member = bench.member("consumer");
    int managers = bench.between(1, 2);
    Work work = new Work();
    ConsumerOptions options =
        ConsumerOptions.defaults("consumer")
            .withItemLease(Duration.ofSeconds(5))
            .withManagers(managers)
            .withWorkers(bench.between(1, 3));
    Consumer consumer = member.consume(work, Duration.ofMillis(1), options);
    bench.scheduler.runFor(Duration.ofSeconds(3));
    bench.delay(Duration.ofMillis(20));
    Runnable hang =
        hangOnceBusy(bench, member.link(0), () -> consumer.status().load().pointers() >= managers);
    for (int number = 0; number < TENANTS; number++) {
      var unused =
          producer.placing(placed, Work.tenant(number), Work.ZONE, Work.item("silent-" + number));
    }
    bench.scheduler.runFor(MOMENT.dividedBy(bench.between(2, 10)));
    hang.run();
    for (int number = 0; number < 3; number++) {
      String id = "other-" + number;
      producer.place(placed, other, Work.ZONE, Work.item(id));
      bench.await(
          BOUND, () -> work.hasBegun(id), () -> id + " waits for a cluster that does not answer");
    }
    member.link(0).end();
    bench.await(
        RECOVERED,
        () -> work.begunCount() == TENANTS + 3 && consumer.status().load().isAtRest(),
        () -> "the cluster answers again, and not all is done: " + consumer.status().load());
  }

  /**
   * Makes a cluster hang as soon as the consumer is busy with it. A seed draws whether the cluster
   * still answers reads.
   *
   * @return makes the cluster hang at once
   */
  private static Runnable hangOnceBusy(Bench bench, Withholding link, BooleanSupplier isBusy) {
    boolean answersReads = bench.between(1, 3) == 1;
    boolean[] armed = {true};
    Runnable hang =
        () -> {
          armed[0] = false;
          if (answersReads) {
            link.beginCommits();
          } else {
            link.begin();
          }
        };
    bench.scheduler.afterEachTask(
        unused -> {
          if (armed[0] && isBusy.getAsBoolean()) {
            hang.run();
          }
        });
    return hang;
  }

  private static void createOn(Bench bench, Deployment deployment, int number, TenantId tenant) {
    QueueCluster cluster = deployment.clusters().get(number);
    bench.scheduler.join(cluster.createTenant(tenant));
  }
}
