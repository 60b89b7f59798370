package dev.tenure.bench.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work is found as soon as its signal comes, however long reads and commits take. */
class ScanSignalsTest {
  private static final WorkType<String> WORK = WorkType.of("work", PayloadCodecs.text());
  private static final int ROUNDS = 100;

  /** A look takes some milliseconds; the second enqueue comes before, during or after one. */
  private static final int APART_MILLIS_MAX = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aSignalDuringALookIsNotForgotten(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Duration> waits = new ArrayList<>();
    try (ModelledFleet fleet = new ModelledFleet(seed, ClusterOptions.named("signals"))) {
      Site producer = fleet.open("producer", ServiceTimes.none());
      List<TenantId> tenants = List.of(new TenantId("app", "one"), new TenantId("app", "two"));
      tenants.forEach(tenant -> fleet.scheduler().join(producer.cluster().createTenant(tenant)));
      start(fleet.open("consumer", ServiceTimes.twoDatacenters()), waits);
      fleet.scheduler().runFor(Duration.ofSeconds(1));
      for (int round = 0; round < ROUNDS; round++) {
        for (TenantId tenant : tenants) {
          enqueue(fleet, producer, tenant);
          fleet.scheduler().runFor(Duration.ofMillis(random.nextInt(APART_MILLIS_MAX)));
        }
        fleet.scheduler().runFor(Duration.ofMillis(500));
      }
      fleet.scheduler().runFor(Duration.ofSeconds(10));
    }
    assertEquals(2 * ROUNDS, waits.size(), "seed " + seed);
    Duration longest = waits.stream().max(Duration::compareTo).orElseThrow();
    assertTrue(longest.toMillis() < 500, "seed " + seed + ": one waited " + longest);
  }

  private static void start(Site site, List<Duration> waits) {
    Handlers handlers =
        Handlers.builder()
            .on(WORK, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build();
    ConsumerListener listener =
        new ConsumerListener() {
          @Override
          public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
            waits.add(sinceVested);
          }
        };
    var unused = site.start(ConsumerOptions.defaults("consumer"), handlers, listener);
  }

  private static void enqueue(ModelledFleet fleet, Site producer, TenantId tenant) {
    NewItem item = NewItem.of(WORK, "x");
    fleet
        .scheduler()
        .join(producer.cluster().run(tenant, transaction -> transaction.zone().enqueue(item)));
  }
}
