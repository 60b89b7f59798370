package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Fleet.Site;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What consumers cost that have nothing to do. */
final class IdleFleetTest {
  private static final int CONSUMERS = 10;
  private static final int SECONDS = 120;

  private final Fleet fleet =
      Fleet.start(
          7, ClusterOptions.named("a").withMinInactive(Duration.ofSeconds(30)).withShards(2));

  private List<Site> startConsumers(ItemHandler<String> handler) {
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < CONSUMERS; i++) {
      Site site = fleet.process("process-" + i);
      site.start("consumer-" + i, handler);
      sites.add(site);
    }
    return sites;
  }

  @Test
  void tenIdleConsumersMakeFewerThanFiveTransactionsASecond() {
    List<Site> sites =
        startConsumers((payload, context) -> CompletableFuture.completedFuture(Outcome.done()));
    Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
    producer.send(Fleet.AHAB, "x");
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(0, producer.left(Fleet.AHAB));
    long before = fleet.meters.count(RecordCounter.TRANSACTIONS_OPENED);
    fleet.time.pass(Duration.ofSeconds(SECONDS));
    long opened = fleet.meters.count(RecordCounter.TRANSACTIONS_OPENED) - before;
    assertTrue(opened < 5 * SECONDS, opened + " transactions in " + SECONDS + " s");
    assertEquals(CONSUMERS, sites.size());
    fleet.close();
  }

  @Test
  void itemOfAnotherProcessStartsWithinMillisecondsOnAnIdleFleet() {
    List<Duration> waited = new ArrayList<>();
    Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
    startConsumers(
        (payload, context) -> {
          waited.add(Duration.between(context.item().enqueuedAt(), fleet.time.instant()));
          return CompletableFuture.completedFuture(Outcome.done());
        });
    fleet.time.pass(Duration.ofMinutes(1));
    producer.send(Fleet.AHAB, "x");
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(1, waited.size());
    assertTrue(waited.get(0).compareTo(Duration.ofMillis(50)) < 0, "waited for " + waited);
    fleet.close();
  }
}
