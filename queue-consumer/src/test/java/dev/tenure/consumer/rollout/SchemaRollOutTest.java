package dev.tenure.consumer.rollout;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.EnumValue;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.rollout.ClusterRollOut;
import dev.tenure.queue.rollout.PublishedSchema;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("late")
class SchemaRollOutTest {
  private static final String TYPE = "EnumValue";

  /** More records than a store builds when it is opened. */
  private static final int LARGE = 250;

  /** The tenants of a roll-out during which the fleet is killed, at least 18. */
  private static final int TENANTS = Integer.getInteger("tenure.rollout.tenants", 30);

  private static final RollOutOptions SLOWLY = new RollOutOptions(2, 20);

  private final Fleet fleet =
      Fleet.start(
          5, ClusterOptions.named("a"), ClusterOptions.named("b"), ClusterOptions.named("c"));
  private final Fleet.Site operator = fleet.processKnowing("operator", knowing(first()));
  private final SchemaRollOuts rollOuts = new SchemaRollOuts(operator.deployment());
  private final List<TenantId> tenants = new ArrayList<>();
  private int processes;

  @AfterEach
  void close() {
    fleet.close();
  }

  private static TenantSchemas knowing(RecordMetaData schema) {
    return TenantSchemas.same(schema);
  }

  private static RecordMetaData first() {
    return RecordMetaData.builder()
        .version(1)
        .include(QueueSchema.part())
        .recordType(
            EnumValue.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("number")))
        .build();
  }

  private static RecordMetaData second() {
    return first().toBuilder().index(TYPE, Index.value("by-name", field("name"))).build();
  }

  private static RecordMetaData third() {
    return second().toBuilder().removeIndex("by-name").build();
  }

  private void makeTenants(int number) {
    fleet.time.join(operator.deployment().agree());
    for (int each = 0; each < number; each++) {
      TenantId tenant = new TenantId("mail", "user-" + each);
      var unused = operator.withTenant(tenant);
      tenants.add(tenant);
      fill(tenant, 3);
    }
  }

  private void fill(TenantId tenant, int records) {
    operator.run(
        tenant,
        tx -> {
          List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
          for (int number = 0; number < records; number++) {
            saves.add(
                tx.store()
                    .save(EnumValue.newBuilder().setNumber(number).setName("n" + number).build()));
          }
          return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
        });
  }

  private Fleet.Site consume(RecordMetaData code) {
    Fleet.Site process = fleet.processKnowing("consumer-" + processes++, knowing(code));
    consume(process);
    return process;
  }

  private Consumer consume(Fleet.Site process) {
    Handlers handlers = SchemaHandlers.addTo(Handlers.builder(), process.deployment()).build();
    return process.start(ConsumerOptions.defaults("c" + processes++), handlers, new Journal());
  }

  private PublishedSchema publish(RecordMetaData schema, RollOutOptions options) {
    return fleet.time.join(rollOuts.publish("mail", schema, options));
  }

  private String phases() {
    Map<String, String> phases = new TreeMap<>();
    for (ClusterRollOut each : fleet.time.join(rollOuts.status("mail"))) {
      phases.put(
          each.cluster(),
          each.progress()
              .map(found -> found.phase() + (found.paused() ? " paused" : ""))
              .orElse(each.problem().isPresent() ? "silent" : "none"));
    }
    return phases.toString();
  }

  private void awaitDone() {
    int seconds = 600 + TENANTS;
    for (int round = 0; round < seconds && !phases().equals("{a=DONE, b=DONE, c=DONE}"); round++) {
      fleet.time.pass(Duration.ofSeconds(1));
    }
    assertEquals("{a=DONE, b=DONE, c=DONE}", phases());
  }

  /** The version that the header of the tenant's store has, seen with the newest code. */
  private int version(TenantId tenant) {
    return operator.run(
        tenant, tx -> CompletableFuture.completedFuture(tx.store().header().metaDataVersion()));
  }

  private IndexState state(TenantId tenant) {
    return operator.run(
        tenant, tx -> CompletableFuture.completedFuture(tx.store().indexState("by-name")));
  }

  private void assertAllReadable() {
    for (TenantId tenant : tenants) {
      assertEquals(IndexState.READABLE, state(tenant), tenant + "");
    }
  }

  private static String message(RuntimeException error) {
    return RecordLayerException.of(error).getMessage() + "";
  }

  @Test
  void anIndexIsBuiltForAllTenantsOfAllClusters() {
    makeTenants(20);
    fill(tenants.get(3), LARGE);
    fill(tenants.get(7), LARGE);
    var unused = consume(first());
    PublishedSchema published = publish(second(), RollOutOptions.defaults());
    assertEquals(Map.of(), published.missing());
    assertTrue(published.changed());
    assertEquals(2, version(tenants.get(0)), "no restart, no wait");
    awaitDone();
    assertAllReadable();
    long visited =
        fleet.time.join(rollOuts.status("mail")).stream()
            .mapToLong(each -> each.progress().orElseThrow().visited())
            .sum();
    assertEquals(20, visited);
  }

  @Test
  void aDroppedIndexIsClearedForAllTenants() {
    makeTenants(6);
    fill(tenants.get(3), LARGE);
    var unused = consume(second());
    publish(second(), RollOutOptions.defaults());
    awaitDone();
    publish(third(), RollOutOptions.defaults());
    awaitDone();
    for (TenantId tenant : tenants) {
      assertEquals(3, version(tenant));
      boolean has =
          operator.run(
              tenant,
              tx -> CompletableFuture.completedFuture(tx.store().metaData().hasIndex("by-name")));
      assertFalse(has, tenant + "");
    }
  }

  @Test
  void aRollOutContinuesWhenTheFleetIsKilledAndRestarted() {
    makeTenants(TENANTS);
    fill(tenants.get(3), LARGE);
    fill(tenants.get(17), LARGE);
    publish(second(), SLOWLY);
    for (int round = 0; round < 6; round++) {
      Fleet.Site old = consume(first());
      Fleet.Site young = consume(second());
      fleet.time.pass(Duration.ofSeconds(2 + round));
      old.executor().stallFor(Duration.ofDays(2));
      young.executor().stallFor(Duration.ofDays(2));
      fleet.time.pass(Duration.ofSeconds(3));
    }
    assertFalse(phases().equals("{a=DONE, b=DONE, c=DONE}"), "killed in the middle");
    var unused = consume(second());
    awaitDone();
    assertAllReadable();
  }

  @Test
  void oldAndNewProcessesUseOneStoreAtTheSameTime() {
    makeTenants(3);
    Fleet.Site old = fleet.processKnowing("old", knowing(first()));
    Fleet.Site young = fleet.processKnowing("young", knowing(second()));
    TenantId tenant = tenants.get(0);
    publish(second(), RollOutOptions.defaults());
    for (Fleet.Site process : List.of(old, young)) {
      EnumValue saved =
          process.run(
              tenant,
              tx ->
                  tx.store()
                      .save(EnumValue.newBuilder().setNumber(9).setName("nine").build())
                      .thenApply(stored -> (EnumValue) stored.message()));
      assertEquals(9, saved.getNumber());
      assertEquals(2, process.<Integer>run(tenant, tx -> version(tx.store().metaData())));
    }
  }

  private static CompletableFuture<Integer> version(RecordMetaData schema) {
    return CompletableFuture.completedFuture(schema.version());
  }

  @Test
  void ofTwoSchemasOfOneVersionTheSecondIsRefused() {
    makeTenants(3);
    publish(second(), RollOutOptions.defaults());
    assertFalse(publish(second(), RollOutOptions.defaults()).changed(), "it may be repeated");
    RecordMetaData other =
        first().toBuilder().index(TYPE, Index.value("by-nothing", field("name"))).build();
    RuntimeException error =
        assertThrows(RuntimeException.class, () -> publish(other, RollOutOptions.defaults()));
    assertTrue(message(error).contains("the stored version 2 is another one"), message(error));
  }

  @Test
  void aSchemaThatStoresRefuseIsNotPublished() {
    makeTenants(3);
    RecordMetaData other =
        RecordMetaData.builder()
            .version(2)
            .include(QueueSchema.part())
            .recordType(
                EnumValue.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("name")))
            .build();
    RuntimeException error =
        assertThrows(RuntimeException.class, () -> publish(other, RollOutOptions.defaults()));
    assertTrue(message(error).contains("refuses version 2"), message(error));
    assertEquals("{a=none, b=none, c=none}", phases());
  }

  @Test
  void aProcessWithNewerCodeUsesThePublishedVersionUntilItsOwnIsPublished() {
    makeTenants(1);
    Fleet.Site young = fleet.processKnowing("young", knowing(second()));
    publish(first(), RollOutOptions.defaults());
    assertEquals(1, young.<Integer>run(tenants.get(0), tx -> version(tx.store().metaData())));
    publish(second(), RollOutOptions.defaults());
    assertEquals(2, young.<Integer>run(tenants.get(0), tx -> version(tx.store().metaData())));
  }

  @Test
  void theFirstPublicationIsNoOlderThanWhatStoresWereOpenedWith() {
    makeTenants(1);
    Fleet.Site young = fleet.processKnowing("young", knowing(second()));
    assertEquals(2, young.<Integer>run(tenants.get(0), tx -> version(tx.store().metaData())));
    RuntimeException error =
        assertThrows(RuntimeException.class, () -> publish(first(), RollOutOptions.defaults()));
    assertTrue(message(error).contains("refuses version 1"), message(error));
  }

  @Test
  void twoChangesAtOnceFollowEachOther() {
    makeTenants(2);
    publish(first(), RollOutOptions.defaults());
    CompletableFuture<PublishedSchema> one = add("one");
    CompletableFuture<PublishedSchema> two = add("two");
    List<Integer> versions =
        List.of(fleet.time.join(one).version(), fleet.time.join(two).version());
    assertEquals(List.of(2, 3), versions.stream().sorted().toList());
    RecordMetaData newest = fleet.time.join(rollOuts.newest("mail")).orElseThrow();
    assertTrue(newest.hasIndex("one") && newest.hasIndex("two"));
  }

  private CompletableFuture<PublishedSchema> add(String name) {
    return rollOuts.change(
        "mail",
        stored ->
            stored.orElseThrow().toBuilder().index(TYPE, Index.value(name, field("name"))).build(),
        RollOutOptions.defaults());
  }

  /** A store is at the other's version by the time at which it is asked about this one. */
  @Test
  void aChangeThatAnotherOvertakesFollowsIt() {
    makeTenants(1);
    publish(first(), RollOutOptions.defaults());
    List<Integer> seen = new ArrayList<>();
    CompletableFuture<PublishedSchema> overtaken =
        rollOuts.change(
            "mail",
            stored -> {
              if (seen.isEmpty()) {
                seen.add(1);
                var other = fleet.time.join(add("other"));
                seen.add(other.version());
                assertEquals(2, version(tenants.get(0)));
              }
              return stored.orElseThrow().toBuilder()
                  .index(TYPE, Index.value("this", field("name")))
                  .build();
            },
            RollOutOptions.defaults());
    assertEquals(3, fleet.time.join(overtaken).version());
    assertEquals(List.of(1, 2), seen);
    RecordMetaData newest = fleet.time.join(rollOuts.newest("mail")).orElseThrow();
    assertTrue(newest.hasIndex("this") && newest.hasIndex("other"));
  }

  @Test
  void aPausedRollOutStandsStillAndContinues() {
    makeTenants(30);
    fill(tenants.get(3), LARGE);
    var unused = consume(first());
    publish(second(), SLOWLY);
    fleet.time.pass(Duration.ofSeconds(2));
    fleet.time.join(rollOuts.pause("mail"));
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals("{a=WALKING paused, b=WALKING paused, c=WALKING paused}", phases());
    fleet.time.join(rollOuts.resume("mail", RollOutOptions.defaults()));
    awaitDone();
    assertAllReadable();
  }

  @Test
  void aCancelledRollOutLeavesNoHalfBuiltIndexAndCanBeginAgain() {
    makeTenants(6);
    TenantId large = tenants.get(3);
    fill(large, LARGE);
    var unused = consume(first());
    publish(second(), new RollOutOptions(0, 10));
    fleet.time.pass(Duration.ofSeconds(8));
    assertEquals(IndexState.WRITE_ONLY, state(large));
    fleet.time.join(rollOuts.cancel("mail"));
    fleet.time.pass(Duration.ofMinutes(1));
    assertTrue(phases().contains("CANCELLED"), phases());
    assertEquals(IndexState.DISABLED, state(large));
    fleet.time.join(rollOuts.resume("mail", RollOutOptions.defaults()));
    awaitDone();
    assertAllReadable();
  }

  @Test
  void aClusterThatWasAwayGetsTheSchemaWhenItIsBack() {
    makeTenants(9);
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site publisher = fleet.processKnowing("publisher", knowing(second()));
    Fleet.Site consumer = fleet.processKnowing("consumer", knowing(second()));
    Fleet.late(publisher, "b").hang();
    Fleet.late(consumer, "b").hang();
    consume(consumer);
    PublishedSchema published =
        fleet.time.join(
            new SchemaRollOuts(publisher.deployment())
                .publish("mail", second(), RollOutOptions.defaults()));
    assertEquals(List.of("b"), List.copyOf(published.missing().keySet()));
    fleet.time.pass(Duration.ofMinutes(3));
    assertEquals("{a=DONE, b=none, c=DONE}", phases());
    Fleet.late(consumer, "b").release();
    awaitDone();
    assertAllReadable();
  }

  @Test
  void aClusterWithoutSchemasGetsThemFromAProcessThatStarts() {
    Deployment two =
        Deployment.of(
            List.of(
                operator.deployment().cluster("a").orElseThrow(),
                operator.deployment().cluster("b").orElseThrow()));
    fleet.time.join(two.agree());
    fleet.time.join(new SchemaRollOuts(two).publish("mail", second(), RollOutOptions.defaults()));
    assertEquals("{a=WALKING, b=WALKING, c=none}", phases());
    assertEquals(1, fleet.time.join(rollOuts.bringToAll()));
    assertEquals("{a=WALKING, b=WALKING, c=WALKING}", phases());
    assertEquals(0, fleet.time.join(rollOuts.bringToAll()));
  }
}
