package dev.tenure.consumer.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.consumer.ClusterEffects;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("late")
class ClusterEffectsTest {
  private static final Subspace APPLICATION = new Subspace(new byte[] {'A'});

  private final Fleet fleet =
      Fleet.start(9, ClusterOptions.named("east"), ClusterOptions.named("west"));
  private final Fleet.Site process = fleet.process("one");
  private final TenantId mine = tenantOn("east", 0);
  private final TenantId other = tenantOn("east", 100);
  private final TenantId far = tenantOn("west", 0);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private TenantId tenantOn(String cluster, int first) {
    for (int number = first; ; number++) {
      TenantId tenant = new TenantId("mail", "user-" + number);
      if (fleet.time.join(process.deployment().createTenant(tenant)).name().equals(cluster)) {
        return tenant;
      }
    }
  }

  private QueueCluster east() {
    return process.deployment().cluster("east").orElseThrow();
  }

  private Consumer consume(ItemHandler<String> send) {
    Handlers handlers =
        Handlers.builder()
            .on(Fleet.SEND.withPolicy(WorkPolicy.defaults().withAttemptsMax(2)), send)
            .on(
                Fleet.PRINT,
                (payload, context) -> {
                  Effects counted = Counters.add("printed");
                  return CompletableFuture.completedFuture(
                      context.local() ? Outcome.done() : Outcome.done(counted));
                })
            .build();
    return process.start(ConsumerOptions.defaults("c"), handlers, journal);
  }

  private static ItemHandler<String> ending(ClusterEffects effects) {
    return (payload, context) -> CompletableFuture.completedFuture(Outcome.doneOnCluster(effects));
  }

  private static CompletionStage<Void> count(ClusterTransaction cluster, TenantId tenant) {
    return cluster.tenant(tenant).thenCompose(tx -> Counters.readAndAdd("effects").apply(tx));
  }

  private String enqueueLocal(String id) {
    return fleet.time.join(east().enqueueLocal(NewItem.of(Fleet.SEND, "x").withId(id))).id();
  }

  private LocalItem local(String id) {
    return fleet.time.join(east().localItem(id));
  }

  private void disturbCommits() {
    int[] commits = new int[1];
    CommitFault[] faults = CommitFault.values();
    fleet.faults.plant(
        request -> ++commits[0] % 3 == 0 ? faults[commits[0] / 3 % faults.length] : faults[0]);
  }

  @Test
  void effectsOfATenantsItemReachAnotherTenantOfItsClusterOnce() {
    disturbCommits();
    for (int number = 0; number < 40; number++) {
      process.enqueue(mine, NewItem.of(Fleet.SEND, "x").withId("item " + number));
    }
    consume(ending(tx -> count(tx, other)));
    fleet.time.pass(Duration.ofSeconds(20));
    fleet.faults.none();
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(0, process.left(mine));
    assertEquals(40, process.counter(other, "effects"));
  }

  @Test
  void effectsOfALocalItemReachTenantsAndApplicationStoresOnce() {
    disturbCommits();
    for (int number = 0; number < 20; number++) {
      String unused = enqueueLocal("item " + number);
    }
    consume(
        ending(
            tx ->
                count(tx, mine)
                    .thenCompose(counted -> tx.tenant(other))
                    .thenCompose(
                        tenant ->
                            tenant.zone().enqueue(NewItem.of(Fleet.PRINT, "x").withId("print")))
                    .thenCompose(enqueued -> applicationStore(tx))
                    .thenCompose(
                        store ->
                            new QueueZone(store, "log", QueueZoneNobody.WAKES)
                                .enqueue(NewItem.of(Fleet.SEND, "written")))
                    .thenApply(enqueued -> null)));
    fleet.time.pass(Duration.ofSeconds(20));
    fleet.faults.none();
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(20, process.counter(mine, "effects"));
    assertTrue(process.counter(other, "printed") >= 1);
    assertEquals(LocalItem.State.DONE, local("item 0").state());
    long written =
        fleet.time.join(
            east()
                .database()
                .<Long>run(
                    context ->
                        applicationStore(east().begin(context))
                            .thenCompose(
                                store ->
                                    new QueueZone(store, "log", QueueZoneNobody.WAKES)
                                        .count(Fleet.SEND.name()))));
    assertEquals(20, written);
  }

  private static CompletableFuture<RecordStore> applicationStore(ClusterTransaction tx) {
    return RecordStore.open(tx.context(), APPLICATION, Fleet.schema(1), OpenMode.CREATE_OR_OPEN);
  }

  @Test
  void aTenantOfAnotherClusterIsRefused() {
    String id = process.enqueue(mine, NewItem.of(Fleet.SEND, "x"));
    consume(ending(tx -> count(tx, mine).thenCompose(done -> count(tx, far))));
    fleet.time.pass(Duration.ofSeconds(10));
    String reason = process.deadLetter(mine, id).orElseThrow().reason();
    assertTrue(
        reason.contains(
            "tenant " + far + " has no store on cluster east; this transaction reaches only"),
        reason);
    assertEquals(0, process.counter(mine, "effects"));
  }

  @Test
  void effectsOfTheTenantItselfAreRefusedForALocalItem() {
    String id = enqueueLocal("local");
    consume(
        (payload, context) ->
            CompletableFuture.completedFuture(Outcome.done(Counters.add("effects"))));
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(LocalItem.State.DEAD_LETTER, local(id).state());
    assertTrue(local(id).reason().orElseThrow().contains("doneOnCluster"), local(id) + "");
  }

  @Test
  void effectsEnqueueLocalItemsThatRunOnce() {
    process.enqueue(mine, NewItem.of(Fleet.SEND, "x"));
    consume(
        ending(
            tx ->
                tx.enqueueLocal(NewItem.of(Fleet.PRINT, "x").withId("caused"))
                    .thenApply(enqueued -> null)));
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(LocalItem.State.DONE, local("caused").state());
  }

  @Test
  void failingEffectsOfALocalItemCountAsItsAttempts() {
    String id = enqueueLocal("local");
    consume(ending(tx -> CompletableFuture.failedFuture(new IllegalStateException("refused"))));
    for (int step = 0; step < 100 && local(id).reason().isEmpty(); step++) {
      fleet.time.pass(Duration.ofMillis(10));
    }
    assertEquals(LocalItem.State.WAITING, local(id).state());
    assertTrue(local(id).reason().orElseThrow().contains("refused"), local(id) + "");
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(LocalItem.State.DEAD_LETTER, local(id).state());
  }

  @Test
  void aLocalItemThatIsDiscardedIsGoneAndNotDone() {
    String id = enqueueLocal("local");
    consume((payload, context) -> CompletableFuture.completedFuture(Outcome.discard("unwanted")));
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(LocalItem.State.GONE, local(id).state());
  }
}
