package dev.tenure.campaigns.simulation.drills;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;

/**
 * Watches break, also while the consumer is awake. It sets the next one before it sleeps, or by a
 * second later: an item is begun without the help of a poll.
 */
final class LostWatch implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 16;
  private static final int BREAKS_MAX = 40;

  /** A consumer that has lost watches in a row waits for a second before it sets the next. */
  private static final Duration BOUND = Duration.ofSeconds(3);

  /** So long that no item is begun by a poll. */
  private static final Duration POLL = Duration.ofMinutes(5);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Member member = bench.member("consumer");
    Work work = new Work();
    var unused =
        member.consume(
            work,
            Duration.ofMillis(1),
            ConsumerOptions.defaults("consumer").withPollInterval(POLL));
    bench.delay(Duration.ofMillis(5));
    bench.scheduler.runFor(Duration.ofSeconds(3));
    for (int number = 0; number < ITEMS; number++) {
      String id = "item-" + number;
      producer.place(deployment, TENANT, "zone-" + number, Work.item(id));
      for (int broken = bench.between(0, BREAKS_MAX); broken > 0; broken--) {
        bench.scheduler.runFor(bench.millis(0, 3));
        bench.engine.breakWatches();
      }
      bench.await(BOUND, () -> work.hasBegun(id), () -> id + " is not seen, its watch was lost");
      bench.scheduler.runFor(bench.millis(0, bench.random.nextBoolean() ? 100 : 4_000));
    }
  }
}
