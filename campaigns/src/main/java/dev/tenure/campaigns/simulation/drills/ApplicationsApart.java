package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ApplicationShards;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applications get shards of their own and lose them again, while producers that know nothing of it
 * put pointers into any shard, and consumers work for some applications or for all. An item that a
 * live consumer may run begins within the bound.
 */
final class ApplicationsApart implements Drill {
  private static final List<String> APPLICATIONS = List.of("mail", "maps", "music");
  private static final int ROUNDS = 12;
  private static final int SHARDS_MAX = 3;

  /** The documented bound of the protocol, with the leases of this drill. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  private static final Duration BOUND = LEASE.plusSeconds(26);

  private final Work work = new Work();

  @Override
  public void run(Bench bench) {
    Deployment observer = bench.member("observer").connected();
    for (String application : APPLICATIONS) {
      bench.scheduler.join(observer.createTenant(tenant(application)));
    }
    ApplicationShards shards = observer.clusters().get(0).applicationShards();
    List<Producer> producers = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String application = APPLICATIONS.get(bench.between(0, APPLICATIONS.size() - 1));
      switch (bench.between(0, 3)) {
        case 0 -> {
          var unused =
              bench.scheduler.join(shards.assign(application, bench.between(0, SHARDS_MAX)));
        }
        case 1 -> producers.add(producer(bench, "producer-" + round, bench.random.nextBoolean()));
        case 2 -> consumer(bench, "consumer-" + round, Set.of(application));
        default -> {}
      }
      if (round == ROUNDS / 2) {
        everybody(bench);
        producers.add(producer(bench, "old-producer", true));
        bench.delay(Duration.ofMillis(20));
      }
      for (Producer producer : producers) {
        String id = "item-" + round + "-" + producer.member().process.name();
        producer
            .member()
            .place(
                producer.deployment(),
                tenant(application),
                "zone-" + bench.between(0, 5),
                Work.item(id));
        if (round >= ROUNDS / 2) {
          bench.await(BOUND, () -> work.hasBegun(id), () -> id + " of " + application + " waits");
        }
      }
      bench.scheduler.runFor(bench.millis(0, 4_000));
    }
  }

  /** From here on each application has a consumer: one for all, or one for each. */
  private void everybody(Bench bench) {
    if (bench.random.nextBoolean()) {
      consumer(bench, bench.between(0, 9) + "-for-all", Set.of());
    } else {
      APPLICATIONS.forEach(each -> consumer(bench, "for-" + each, Set.of(each)));
    }
    bench.scheduler.runFor(Duration.ofSeconds(10));
  }

  private record Producer(Member member, Deployment deployment) {}

  /** An old process has more common shards than others, and does not know whose they are. */
  private static Producer producer(Bench bench, String name, boolean old) {
    Member member = bench.member(name);
    ClusterOptions told = bench.clusters.get(0);
    bench.clusters.set(0, old ? told.withShards(bench.between(1, 2 * SHARDS_MAX)) : told);
    Deployment deployment = member.connected();
    bench.clusters.set(0, told);
    if (old) {
      deployment.clusters().get(0).space().plan(Map.of());
    }
    return new Producer(member, deployment);
  }

  private Consumer consumer(Bench bench, String id, Set<String> applications) {
    ConsumerOptions options =
        ConsumerOptions.defaults(id)
            .withItemLease(LEASE)
            .withManagers(bench.between(1, 3))
            .withApplications(applications);
    return bench.member(id).consume(work, Duration.ofMillis(1), options);
  }

  private static TenantId tenant(String application) {
    return new TenantId(application, "user");
  }
}
