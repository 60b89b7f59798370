package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;

/**
 * A cluster answers in bursts, with silences in between that are shorter or longer than the time
 * for which a consumer waits: items of the other cluster begin within seconds, and when the cluster
 * is well again everything is done.
 */
final class StutteringCluster implements Drill {
  private static final int TENANTS = 6;
  private static final TenantId OTHER = Work.tenant(TENANTS);
  private static final int ROUNDS = 8;

  /** Silences hold managers for two seconds each, and may follow one another closely. */
  private static final Duration BOUND = Duration.ofSeconds(8);

  private static final Duration RECOVERED = Duration.ofSeconds(40);

  private boolean stutters = true;

  @Override
  public int clusters() {
    return 2;
  }

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment placed = producer.connected();
    for (int number = 0; number <= TENANTS; number++) {
      int cluster = number == TENANTS ? 1 : 0;
      bench.scheduler.join(placed.clusters().get(cluster).createTenant(Work.tenant(number)));
    }
    Member member = bench.member("consumer");
    Work work = new Work();
    ConsumerOptions options =
        ConsumerOptions.defaults("consumer")
            .withItemLease(bench.millis(2_000, 10_000))
            .withManagers(bench.between(1, 3))
            .withWorkers(bench.between(1, 4));
    Consumer consumer = member.consume(work, Duration.ofMillis(1), options);
    bench.scheduler.runFor(Duration.ofSeconds(3));
    bench.delay(Duration.ofMillis(20));
    stutter(bench, member, bench.between(1, 3) == 1);
    int items = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int number = 0; number < TENANTS; number++) {
        var unused =
            producer.placing(placed, Work.tenant(number), Work.ZONE, Work.item("slow-" + items++));
      }
      String id = "other-" + round;
      items++;
      producer.place(placed, OTHER, Work.ZONE, Work.item(id));
      bench.await(BOUND, () -> work.hasBegun(id), () -> id + " waits for a cluster that stutters");
      bench.scheduler.runFor(bench.millis(0, 2_000));
    }
    stutters = false;
    int all = items;
    bench.await(
        RECOVERED,
        () -> work.begunCount() == all && consumer.status().load().isAtRest(),
        () -> "the cluster is well, and not all is done: " + consumer.status().load());
  }

  /** Silence and answers in turn; without silences of reads, only commits are not answered. */
  private void stutter(Bench bench, Member member, boolean commitsOnly) {
    if (!stutters) {
      return;
    }
    if (commitsOnly) {
      member.link(0).beginCommits();
    } else {
      member.link(0).begin();
    }
    bench.after(
        bench.millis(500, 4_000),
        () -> {
          member.link(0).end();
          bench.after(bench.millis(1, 500), () -> stutter(bench, member, commitsOnly));
        });
  }
}
