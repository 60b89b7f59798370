package dev.tenure.bench.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ModelledFleetTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final WorkType<String> WORK = WorkType.of("work", PayloadCodecs.text());

  /** Always the median: 1 ms, 2 ms and 4 ms; 1 ms of client thread a request, 5 ms a commit. */
  private static ServiceTimes exact() {
    return new ServiceTimes(
        new Latency(Duration.ofMillis(1), 0),
        new Latency(Duration.ofMillis(2), 0),
        new Latency(Duration.ofMillis(4), 0),
        Duration.ofMillis(1),
        Duration.ZERO,
        Duration.ofMillis(5),
        Duration.ZERO);
  }

  private static ModelledFleet fleet(long seed) {
    ModelledFleet fleet = new ModelledFleet(seed, ClusterOptions.named("test"));
    Site setup = fleet.open("setup", ServiceTimes.none());
    fleet.scheduler().join(setup.cluster().createTenant(AHAB));
    return fleet;
  }

  private static CompletableFuture<?> enqueue(Site site) {
    return site.cluster()
        .run(AHAB, transaction -> transaction.zone().enqueue(NewItem.of(WORK, "x")));
  }

  private static CompletableFuture<byte[]> get(Site site) {
    return site.cluster().database().run(context -> context.get(new byte[] {'x'}, true));
  }

  private static Duration took(ModelledFleet fleet, CompletableFuture<?> action) {
    Duration before = fleet.scheduler().elapsed();
    fleet.scheduler().runUntil(action);
    return fleet.scheduler().elapsed().minus(before);
  }

  @Test
  void whatHasNoServiceTimesTakesNoTime() {
    try (ModelledFleet fleet = fleet(1)) {
      Site site = fleet.open("site", ServiceTimes.none());
      assertEquals(Duration.ZERO, took(fleet, enqueue(site)));
    }
  }

  @Test
  void readWaitsForItsReadVersionAndTakesOneRoundTrip() {
    try (ModelledFleet fleet = fleet(1)) {
      Site site = fleet.open("site", exact());
      // The read version is here at 1 + 1 ms; the read was sent at 2 ms and takes 2 ms; the commit
      // of a transaction that wrote nothing is no request.
      assertEquals(Duration.ofMillis(4), took(fleet, get(site)));
    }
  }

  @Test
  void requestsOfOneProcessAreServedOneAfterTheOther() {
    try (ModelledFleet fleet = fleet(1)) {
      Site site = fleet.open("site", exact());
      Duration busy = site.clientBusy();
      CompletableFuture<?> both = CompletableFuture.allOf(get(site), get(site));
      assertTrue(took(fleet, both).compareTo(Duration.ofMillis(4)) > 0);
      assertEquals(Duration.ofMillis(4), site.clientBusy().minus(busy));
    }
  }

  @Test
  void conflictsAreFoundHalfWayToTheAnswer() {
    try (ModelledFleet fleet = fleet(1)) {
      Site one = fleet.open("one", exact());
      Site other = fleet.open("other", exact());
      fleet.scheduler().join(CompletableFuture.allOf(enqueue(one), enqueue(other)));
      long conflicts =
          one.meters().count(RecordCounter.CONFLICTS)
              + other.meters().count(RecordCounter.CONFLICTS);
      assertEquals(1, conflicts, "both were to make the pointer");
    }
  }

  private static Duration end(long seed) {
    try (ModelledFleet fleet = fleet(seed)) {
      Site site = fleet.open("site", ServiceTimes.twoDatacenters());
      for (int i = 0; i < 20; i++) {
        fleet.scheduler().join(enqueue(site));
      }
      return fleet.scheduler().elapsed();
    }
  }

  @Test
  void sameSeedTakesTheSameTime() {
    assertEquals(end(7), end(7));
    assertNotEquals(end(7), end(8));
  }
}
