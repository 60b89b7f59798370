package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Handlers take several times as long as a lease, beside another consumer that is idle. The leases
 * are extended: each item runs once.
 */
final class LongRuns implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 8;
  private static final Duration ALL_DONE = Duration.ofSeconds(30);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Map<String, Integer> runs = new TreeMap<>();
    List<Consumer> consumers = new ArrayList<>();
    for (String name : List.of("consumer", "other consumer")) {
      Member member = bench.member(name);
      consumers.add(
          member.consume(
              member.connected(),
              handlers(bench, member, runs),
              ConsumerOptions.defaults(name)
                  .withItemLease(bench.millis(2_000, 3_000))
                  .withWorkers(ITEMS)));
    }
    bench.scheduler.runFor(Duration.ofSeconds(1));
    bench.delay(Duration.ofMillis(20));
    for (int number = 0; number < ITEMS; number++) {
      producer.place(deployment, TENANT, "zone-" + number % 3, Work.item("item-" + number));
    }
    bench.await(ALL_DONE, () -> completed(consumers) == ITEMS, () -> "not all is done: " + runs);
    require(
        runs.size() == ITEMS && runs.values().stream().allMatch(count -> count == 1),
        () -> "items ran again while their first runs went on: " + runs);
  }

  private static long completed(List<Consumer> consumers) {
    return consumers.stream().mapToLong(one -> one.status().items().completed()).sum();
  }

  private static Handlers handlers(Bench bench, Member member, Map<String, Integer> runs) {
    return Handlers.builder()
        .on(
            Work.TYPE,
            (id, context) -> {
              runs.merge(id, 1, Integer::sum);
              return Work.after(member.process, bench.millis(5_000, 9_000))
                  .thenApply(over -> Outcome.done());
            })
        .build();
  }
}
