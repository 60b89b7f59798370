package dev.tenure.testkit.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.external.ExternalEnqueueException;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ZoneSummary;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** External zones from enqueue to collection, on a store in memory. */
class ExternalZonesTest {
  private static final WorkType<String> TYPE = WorkType.of("mail", PayloadCodecs.text());
  private static final TenantId TENANT = new TenantId("shop", "anna");
  private static final ExternalZoneName ZONE = new ExternalZoneName("orders", "mail");
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(2);

  /** A cluster with a store, as one process sees it. */
  private static final class Bench {
    final DeterministicScheduler scheduler;
    final Connections connections;
    final SimulatedProcess process;
    final MemoryExternalStore store;
    final QueueCluster cluster;
    final Deployment deployment;
    final ExternalZone zone;

    Bench(SimulatedEngine engine, boolean leasesItems) {
      this.scheduler = engine.scheduler();
      this.process = scheduler.process("test");
      this.store =
          leasesItems
              ? MemoryExternalStore.leasingItems(scheduler.clock())
              : MemoryExternalStore.leasingPointers(scheduler.clock(), Duration.ofSeconds(30));
      ClusterOptions options =
          ClusterOptions.named("east")
              .withMinInactive(MIN_INACTIVE)
              .withExternalStores(ExternalStores.of(Map.of("orders", store)));
      RecordMetaData schema =
          RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
      this.connections = new Connections(engine, options, TenantSchemas.same(schema));
      this.cluster = scheduler.join(connections.open(process));
      this.deployment = Deployment.of(List.of(cluster));
      scheduler.join(deployment.createTenant(TENANT));
      this.zone = ExternalZone.of(deployment, TENANT, ZONE);
    }

    <T> T join(CompletableFuture<T> future) {
      return scheduler.join(future);
    }

    QueueException fails(CompletableFuture<?> future) {
      CompletionException thrown =
          assertThrows(CompletionException.class, () -> scheduler.join(future));
      return assertInstanceOf(QueueException.class, thrown.getCause());
    }

    void startConsumer() {
      Handlers handlers =
          Handlers.builder()
              .on(
                  TYPE,
                  (text, context) -> {
                    if (text.equals("poison")) {
                      throw new PermanentException("poison");
                    }
                    return CompletableFuture.completedFuture(
                        Outcome.doneInStore(
                            (MemoryEffects) data -> data.merge(text, "x", String::concat)));
                  })
              .build();
      Consumer consumer =
          Connections.consumer(process, deployment, handlers, ConsumerOptions.defaults("consumer"))
              .build();
      consumer.start();
    }

    long pointers() {
      return join(new ClusterInspector(cluster).summary()).pointers();
    }
  }

  private static NewItem item(String text) {
    return NewItem.of(TYPE, text).withId(text);
  }

  @SimulatedTest(seeds = 2)
  void itemsRunAndTheEmptyZonesPointerIsCollected(SimulatedEngine engine) {
    Bench bench = new Bench(engine, true);
    bench.startConsumer();
    for (int i = 0; i < 20; i++) {
      EnqueueResult result = bench.join(bench.zone.enqueue(item("item" + i)));
      assertEquals(EnqueueResult.Status.NEW, result.status());
    }
    bench.scheduler.runFor(Duration.ofMinutes(1));
    assertEquals(20, bench.store.data().size());
    assertTrue(bench.store.data().values().stream().allMatch("x"::equals));
    assertEquals(0, bench.pointers());
  }

  @SimulatedTest(seeds = 2)
  void storeWithoutLeasesIsServed(SimulatedEngine engine) {
    Bench bench = new Bench(engine, false);
    bench.startConsumer();
    for (int i = 0; i < 20; i++) {
      bench.join(bench.zone.enqueue(item("item" + i)));
    }
    bench.scheduler.runFor(Duration.ofMinutes(1));
    assertEquals(20, bench.store.data().size());
    assertEquals(0, bench.pointers());
  }

  @SimulatedTest(seeds = 1)
  void pausedZoneRestsAndDeadLettersAreSeenAndRedriven(SimulatedEngine engine) {
    Bench bench = new Bench(engine, true);
    bench.join(
        bench.deployment.run(
            TENANT,
            tx -> tx.zone(ZONE.text()).changeSettings(settings -> settings.withPaused(true))));
    bench.join(bench.zone.enqueue(item("poison")));
    bench.startConsumer();
    bench.scheduler.runFor(Duration.ofSeconds(20));
    ClusterInspector inspector = new ClusterInspector(bench.cluster);
    ZoneSummary paused = bench.join(inspector.zones(TENANT)).get(0);
    assertEquals(ZONE.text(), paused.zone());
    assertEquals(Map.of("mail", 1L), paused.itemsByType());
    assertTrue(paused.paused() && paused.pointer().isPresent());

    bench.join(
        bench.deployment.run(
            TENANT,
            tx -> tx.zone(ZONE.text()).changeSettings(settings -> settings.withPaused(false))));
    bench.scheduler.runFor(Duration.ofSeconds(20));
    assertEquals(1, bench.join(inspector.zone(TENANT, ZONE.text())).deadLetters());
    ItemFilter dead = new ItemFilter(Optional.of(ItemState.DEAD), Optional.empty());
    assertEquals(
        "poison",
        bench
            .join(inspector.items(TENANT, ZONE.text(), dead, 10, Optional.empty()))
            .rows()
            .get(0)
            .item()
            .id());
    bench.join(bench.zone.redrive("poison"));
    bench.scheduler.runFor(Duration.ofSeconds(20));
    assertEquals(1, bench.join(bench.zone.deadLetters(Optional.empty(), 5)).size());
  }

  @SimulatedTest(seeds = 1)
  void enqueueThatFailsTakesItsItemBack(SimulatedEngine engine) {
    Bench bench = new Bench(engine, true);
    TenantId nobody = new TenantId("shop", "nobody");
    QueueException error =
        bench.fails(ExternalZone.of(bench.deployment, nobody, ZONE).enqueue(item("a")));
    assertEquals(QueueException.Code.TENANT_NOT_FOUND, error.code());
    assertFalse(assertInstanceOf(ExternalEnqueueException.class, error).mayRun());
    assertEquals(List.of(), bench.join(bench.store.zones(Optional.empty(), 5)));
  }

  @SimulatedTest(seeds = 1)
  void externalZoneRefusesItemsInFoundationDb(SimulatedEngine engine) {
    Bench bench = new Bench(engine, true);
    QueueException error =
        bench.fails(bench.deployment.run(TENANT, tx -> tx.zone(ZONE.text()).enqueue(item("a"))));
    assertEquals(QueueException.Code.ZONE_EXTERNAL, error.code());
    assertThrows(
        IllegalArgumentException.class, () -> bench.zone.enqueue(item("a").withGroup("g")));
  }

  @SimulatedTest(seeds = 1)
  void processWithoutTheStoreLeavesTheZoneToOthers(SimulatedEngine engine) {
    Bench bench = new Bench(engine, true);
    bench.join(bench.zone.enqueue(item("a")));
    SimulatedProcess other = bench.scheduler.process("other");
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    QueueCluster without =
        bench.join(
            new Connections(
                    engine,
                    ClusterOptions.named("east").withMinInactive(MIN_INACTIVE),
                    TenantSchemas.same(schema))
                .open(other));
    Deployment deployment = Deployment.of(List.of(without));
    assertEquals(
        QueueException.Code.EXTERNAL_STORE_UNKNOWN,
        assertThrows(QueueException.class, () -> ExternalZone.of(deployment, TENANT, ZONE)).code());
    Connections.consumer(
            other,
            deployment,
            Handlers.builder()
                .on(TYPE, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
                .build(),
            ConsumerOptions.defaults("other"))
        .build()
        .start();
    bench.scheduler.runFor(Duration.ofMinutes(1));
    assertEquals(1, bench.pointers());
    bench.startConsumer();
    bench.scheduler.runFor(Duration.ofMinutes(1));
    assertEquals(Map.of("a", "x"), bench.store.data());
  }
}
