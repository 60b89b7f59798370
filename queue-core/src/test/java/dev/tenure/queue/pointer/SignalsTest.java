package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** How idle consumers hear of new work. */
final class SignalsTest extends PointerTests {
  private record Told(PointerRef ref, Instant vesting) {}

  private CompletableFuture<Void> watch() {
    Signals.Watch watch = test.cluster.signals().arm(0);
    join(watch.armed());
    return watch.fired();
  }

  private static void assertFires(CompletableFuture<Void> watch) {
    join(watch.orTimeout(3, TimeUnit.MINUTES));
  }

  @Test
  void aNewPointerFiresTheWatchOfItsShard() {
    CompletableFuture<Void> watch = watch();
    assertFalse(watch.isDone());
    enqueue();
    assertFires(watch);
  }

  @Test
  void aLocalItemFiresTheWatchOfItsShard() {
    CompletableFuture<Void> watch = test.cluster.signals().watch(0);
    join(test.cluster.topLevel().runLocal(0, zone -> zone.enqueue(item("x"))));
    CompletableFuture<Void> armed = watch();
    join(test.cluster.topLevel().runLocal(0, zone -> zone.enqueue(item("y"))));
    assertFires(armed);
    assertFires(watch);
  }

  @Test
  void listenersAreToldOfTheZoneAfterTheCommit() {
    List<Told> told = new CopyOnWriteArrayList<>();
    BiConsumer<PointerRef, Instant> listener = (ref, vesting) -> told.add(new Told(ref, vesting));
    test.cluster.signals().addListener(listener);
    try (var producer = test.open()) {
      join(producer.tx().zone().enqueue(item("x")));
      assertEquals(List.of(), told);
      producer.commit();
    }
    test.settled(CompletableFuture.completedFuture(null));
    assertEquals(List.of(new Told(ref(), test.clock.instant())), told);
    test.cluster.signals().removeListener(listener);
    test.run(tx -> tx.zone("another").enqueue(item("y")));
    assertEquals(1, told.size());
  }
}
