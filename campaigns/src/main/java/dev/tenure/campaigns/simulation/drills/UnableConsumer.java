package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A consumer has no handler for the items' type, and its clock may be ahead by more than the stated
 * skew. However often it comes first, the able consumer begins the items.
 */
final class UnableConsumer implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final WorkType<String> OTHER_TYPE = WorkType.of("other", PayloadCodecs.text());
  private static final int ROUNDS = 12;
  private static final int AHEAD_MAX_SECONDS = 40;

  /** A process that has just begun beside a wrong clock may wait for ten seconds. */
  private static final Duration BEGUN = Duration.ofSeconds(11);

  /** A pointer that was left to others stays vested. */
  private static final Duration BOUND = Duration.ofSeconds(3);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Member unable =
        bench.member("unable consumer", Duration.ofSeconds(bench.between(0, AHEAD_MAX_SECONDS)));
    Handlers others =
        Handlers.builder()
            .on(OTHER_TYPE, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build();
    var unusedUnable =
        unable.consume(
            unable.connected(), others, ConsumerOptions.defaults(consumerId(bench, "unable")));
    bench.scheduler.runFor(bench.millis(0, 2_000));
    Member able = bench.member("able consumer");
    Work work = new Work();
    var unusedAble =
        able.consume(
            work, Duration.ofMillis(1), ConsumerOptions.defaults(consumerId(bench, "able")));
    bench.scheduler.runFor(BEGUN);
    bench.delay(Duration.ofMillis(20));
    for (int round = 0; round < ROUNDS; round++) {
      String id = "item-" + round;
      producer.place(deployment, TENANT, "zone-" + bench.between(0, 3), Work.item(id));
      bench.await(
          BOUND, () -> work.hasBegun(id), () -> id + " waits for a consumer that cannot run it");
      bench.scheduler.runFor(bench.millis(0, 1_500));
    }
  }

  /** Ids decide which consumer is first. */
  private static String consumerId(Bench bench, String name) {
    return bench.between(0, 9) + "-" + name;
  }
}
