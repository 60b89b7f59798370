package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.late.LateOptions;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The look after a visit that put a pointer to sleep, on a cluster whose answers are late. */
final class SleepChecksTest extends PointerTests {
  private SleepChecks checks;

  @BeforeEach
  @Override
  void start() {
    test = TestCluster.startLate(LateOptions.seeded(1).withOvertaken(0).withDelayed(1));
    ZoneStores stores =
        (opened, at) -> test.cluster.begin(opened, at.tenant()).thenApply(tx -> tx.store());
    checks =
        new SleepChecks(
            test.cluster.space(),
            stores,
            new ExternalLooks(test.cluster.space(), ExternalStores.none()));
  }

  /** The pointer is asleep and knows nothing of an item. */
  private void asleepBesideAnItem() {
    emptyZoneLookedAt();
    enqueue();
    clearNudges();
    assertEquals(List.of(), vestedNudges());
  }

  /** The visit that put the pointer to sleep has made its own look. */
  private void emptyZoneLookedAt() {
    emptyZoneAsleep();
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> looks() == 1);
  }

  private void clearNudges() {
    test.run(
        tx -> {
          tx.context().clear(test.cluster.space().keys().nudges().range());
          return CompletableFuture.completedFuture(null);
        });
  }

  private int nudgesAfterLook(Duration wakes) {
    long before = looks();
    checks.add(ref(), in(wakes));
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> looks() > before);
    return vestedNudges().size();
  }

  private long looks() {
    return test.counted(RecordCounter.TRANSACTIONS_COMMITTED, "sleep-check");
  }

  @Test
  void anItemThatVestsBeforeThePointerIsNudgedFor() {
    asleepBesideAnItem();
    assertEquals(1, nudgesAfterLook(Duration.ofHours(1)));
  }

  @Test
  void anItemThatVestsWithThePointerIsLeftToIt() {
    asleepBesideAnItem();
    assertEquals(0, nudgesAfterLook(Duration.ZERO));
  }

  @Test
  void aPausedZoneIsNotNudged() {
    asleepBesideAnItem();
    test.run(tx -> tx.zone().changeSettings(before -> before.withPaused(true)));
    clearNudges();
    assertEquals(0, nudgesAfterLook(Duration.ofHours(1)));
  }

  @Test
  void anEmptyZoneIsNotNudged() {
    emptyZoneLookedAt();
    clearNudges();
    assertEquals(0, nudgesAfterLook(Duration.ofHours(1)));
  }
}
