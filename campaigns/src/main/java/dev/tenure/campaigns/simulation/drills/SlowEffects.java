package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.google.protobuf.ByteString;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The effects of one tenant's items are slow. Each is within its bound, and two of them share a
 * transaction that grows too old: it is divided, all of them commit, and no item of another tenant
 * waits for that.
 */
final class SlowEffects implements Drill {
  private static final TenantId SLOW = Work.tenant(0);
  private static final TenantId OTHER = Work.tenant(1);
  private static final int PAIRS = 3;
  private static final String SLOW_ID = "slow-";

  /** The database answers within milliseconds. */
  private static final Duration BOUND = Duration.ofSeconds(2);

  /** The effects of all items after one another, each three times. */
  private static final Duration ALL_DONE = Duration.ofSeconds(60);

  private static final Duration WATCHED = Duration.ofSeconds(20);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(SLOW);
    bench.scheduler.join(deployment.createTenant(OTHER));
    Member member = bench.member("consumer");
    Work work = new Work();
    Consumer consumer =
        member.consume(
            member.connected(),
            handlers(bench, member.process, work),
            ConsumerOptions.defaults("consumer").withItemLease(bench.millis(10_000, 30_000)));
    bench.scheduler.runFor(Duration.ofSeconds(1));
    bench.delay(Duration.ofMillis(20));
    bench.scheduler.join(deployment.run(SLOW, tx -> tx.zone(Work.ZONE).enqueueAll(slowItems())));
    int placed = 0;
    Instant end = bench.now().plus(WATCHED);
    while (bench.now().isBefore(end)) {
      String id = "other-" + placed++;
      producer.place(deployment, OTHER, Work.ZONE, Work.item(id));
      bench.await(
          BOUND, () -> work.hasBegun(id), () -> id + " waits for another tenant's slow effects");
      bench.scheduler.runFor(bench.millis(100, 900));
    }
    int all = 2 * PAIRS + placed;
    bench.await(
        ALL_DONE,
        () -> consumer.status().items().completed() == all,
        () -> "not all is done: " + consumer.status().items());
    require(
        consumer.status().items().failed() == 0,
        () -> "effects within their bound failed: " + consumer.status().items());
  }

  private static List<NewItem> slowItems() {
    List<NewItem> items = new ArrayList<>();
    for (int number = 0; number < 2 * PAIRS; number++) {
      items.add(Work.item(SLOW_ID + number));
    }
    return items;
  }

  private static Handlers handlers(Bench bench, SimulatedProcess process, Work work) {
    return Handlers.builder()
        .on(
            Work.TYPE,
            (id, context) -> {
              work.begin(id, bench.now());
              Duration takes = id.startsWith(SLOW_ID) ? slow(bench, id) : Duration.ofMillis(1);
              return Work.after(process, bench.millis(0, 20))
                  .thenApply(over -> Outcome.done(effects(process, id, takes)));
            })
        .build();
  }

  /** Every second one takes so long that no transaction has time for it and one of the others. */
  private static Duration slow(Bench bench, String id) {
    boolean even = Integer.parseInt(id.substring(SLOW_ID.length())) % 2 == 0;
    return even ? bench.millis(1_600, 1_950) : bench.millis(3_500, 3_850);
  }

  private static Effects effects(SimulatedProcess process, String id, Duration takes) {
    return tx ->
        Work.after(process, takes)
            .thenCompose(
                over ->
                    tx.store()
                        .save(
                            SimulatedEffect.newBuilder()
                                .setNumber(id)
                                .setLeaseId(ByteString.EMPTY)
                                .build()))
            .thenApply(saved -> null);
  }
}
