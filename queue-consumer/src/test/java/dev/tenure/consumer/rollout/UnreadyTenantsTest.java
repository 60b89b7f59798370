package dev.tenure.consumer.rollout;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.EnumValue;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.proto.StoredSchemaMark.Kind;
import dev.tenure.queue.rollout.ClusterRollOut;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.RollOutPhase;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.queue.rollout.TenantSettling;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.store.move.MovedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tenants that a roll-out cannot bring to the schema yet: suspended ones, and builds that die. */
class UnreadyTenantsTest {
  private static final String TYPE = "EnumValue";
  private static final String APPLICATION = "mail";
  private static final String ITEM = "index-build";

  /** More records than a store builds when it is opened. */
  private static final int LARGE = 250;

  /** Longer than the key of an index entry may be. */
  private static final String TOO_LONG = "n".repeat(11_000);

  private final Fleet fleet = Fleet.start(3, ClusterOptions.named("a"), ClusterOptions.named("b"));
  private final Fleet.Site operator = fleet.processKnowing("operator", TenantSchemas.same(first()));
  private final TenantDirectory directory =
      TenantDirectory.of(
          operator.deployment(),
          DirectoryOptions.on(List.of("a")),
          DirectoryShards.inRecordStores());
  private final SchemaRollOuts rollOuts = new SchemaRollOuts(directory.deployment());

  @AfterEach
  void close() {
    fleet.close();
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

  private TenantId create(String user, int records) {
    TenantId tenant = new TenantId(APPLICATION, user);
    fleet.time.join(directory.create(tenant, TenantDetails.NONE));
    run(
        tenant,
        tx -> {
          List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
          for (int number = 0; number < records; number++) {
            saves.add(tx.store().save(value(number, "n" + number)));
          }
          return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
        });
    return tenant;
  }

  private static EnumValue value(int number, String name) {
    return EnumValue.newBuilder().setNumber(number).setName(name).build();
  }

  private void save(TenantId tenant, String name) {
    run(tenant, tx -> tx.store().save(value(0, name)));
  }

  private <T> T run(TenantId tenant, Function<TenantTransaction, CompletableFuture<T>> body) {
    return fleet.time.join(directory.deployment().run(tenant, body));
  }

  private void begin() {
    fleet.time.join(directory.adopt(progress -> {}));
  }

  private void consume() {
    Fleet.Site process = fleet.processKnowing("consumer", TenantSchemas.same(first()));
    Handlers handlers = SchemaHandlers.addTo(Handlers.builder(), process.deployment()).build();
    process.start(ConsumerOptions.defaults("c"), handlers, new Journal());
  }

  private void publish(RecordMetaData schema) {
    fleet.time.join(rollOuts.publish(APPLICATION, schema, RollOutOptions.defaults()));
  }

  /** On all clusters. */
  private List<ClusterRollOut.Progress> progress() {
    return fleet.time.join(rollOuts.status(APPLICATION)).stream()
        .map(each -> each.progress().orElseThrow())
        .toList();
  }

  /** The tenants that are left, each with the kind of its mark. */
  private Map<String, Kind> left() {
    return progress().stream()
        .flatMap(each -> each.examples().stream())
        .collect(Collectors.toMap(each -> each.tenant().user(), ClusterRollOut.Left::kind));
  }

  private String reason() {
    return progress().stream()
        .flatMap(each -> each.examples().stream())
        .findFirst()
        .orElseThrow()
        .reason();
  }

  private int failed() {
    return progress().stream().mapToInt(ClusterRollOut.Progress::failed).sum();
  }

  private boolean isDone() {
    return progress().stream().allMatch(each -> each.phase() == RollOutPhase.DONE);
  }

  private void awaitLeft(Map<String, Kind> expected, Duration within) {
    Duration step = within.dividedBy(100);
    for (int look = 0; look < 100 && !left().equals(expected); look++) {
      fleet.time.pass(step);
    }
    assertEquals(expected, left());
  }

  private void awaitDone() {
    for (int look = 0; look < 100 && !isDone(); look++) {
      fleet.time.pass(Duration.ofSeconds(2));
    }
    assertTrue(isDone(), progress().toString());
  }

  private IndexState state(TenantId tenant) {
    return run(tenant, tx -> CompletableFuture.completedFuture(tx.store().indexState("by-name")));
  }

  /** The version of the store as it lies there; opening it would bring it to the schema. */
  private int version(TenantId tenant) {
    QueueCluster cluster = operator.deployment().cluster(locate(tenant)).orElseThrow();
    ClusterKeys keys = new ClusterKeys(cluster.options().root());
    return fleet.time.join(
        cluster.<Integer>read(
            context ->
                cluster
                    .applicationId(context, APPLICATION)
                    .thenCompose(
                        id ->
                            MovedStore.find(
                                context, keys.tenantStore(id.orElseThrow(), tenant.user())))
                    .thenApply(found -> found.orElseThrow().header().metaDataVersion())));
  }

  private Optional<String> letter(TenantId tenant) {
    return run(
        tenant,
        tx ->
            tx.zone(TenantSettling.ZONE)
                .findDeadLetter(ITEM)
                .thenApply(found -> found.map(letter -> letter.reason())));
  }

  @Test
  void storesOfSuspendedTenantsAreBroughtToTheSchemaAndTheirBuildsWait() {
    begin();
    TenantId small = create("small", 3);
    TenantId large = create("large", LARGE);
    create("served", LARGE);
    fleet.time.join(directory.suspend(small, "unpaid"));
    fleet.time.join(directory.suspend(large, "unpaid"));
    consume();
    publish(second());
    awaitLeft(Map.of("large", Kind.BUILDING), Duration.ofMinutes(2));
    assertEquals(2, version(small));
    assertEquals(2, version(large));
    assertTrue(reason().contains("until the tenant is resumed"), reason());
    fleet.time.pass(Duration.ofMinutes(30));
    assertEquals(Map.of("large", Kind.BUILDING), left());
    assertFalse(isDone());

    fleet.time.join(directory.resume(large));
    awaitDone();
    assertEquals(IndexState.READABLE, state(large));
    fleet.time.join(directory.resume(small));
    assertEquals(IndexState.READABLE, state(small));
  }

  @Test
  void tenantThatIsSuspendedWhileItsIndexIsBuiltIsBuiltAfterItIsResumed() {
    begin();
    TenantId large = create("large", LARGE);
    consume();
    fleet.time.join(rollOuts.publish(APPLICATION, second(), new RollOutOptions(0, 10)));
    fleet.time.pass(Duration.ofSeconds(15));
    assertEquals(IndexState.WRITE_ONLY, state(large));
    fleet.time.join(directory.suspend(large, "unpaid"));
    fleet.time.pass(Duration.ofMinutes(10));
    assertEquals(Map.of("large", Kind.BUILDING), left());
    fleet.time.join(directory.resume(large));
    awaitDone();
    assertEquals(IndexState.READABLE, state(large));
  }

  @Test
  void buildThatDiesIsMarkedWithTheReasonAndBeginsAgainOnRequest() {
    begin();
    TenantId large = create("large", LARGE);
    create("sound", LARGE);
    save(large, TOO_LONG);
    consume();
    publish(second());
    awaitLeft(Map.of("large", Kind.FAILED), Duration.ofHours(20));
    assertEquals(1, failed());
    assertTrue(reason().contains("by-name"), reason());
    assertEquals(IndexState.WRITE_ONLY, state(large));

    fleet.time.join(rollOuts.retry(APPLICATION));
    awaitLeft(Map.of("large", Kind.BUILDING), Duration.ofMinutes(1));
    save(large, "short");
    awaitDone();
    assertEquals(IndexState.READABLE, state(large));
    assertEquals(0, failed());
    fleet.time.join(rollOuts.retry(APPLICATION));
    assertFalse(isDone(), "all are visited again");
    awaitDone();
  }

  @Test
  void tenantThatMovesBeforeItsIndexIsBuiltIsMarkedWhereItArrives() {
    begin();
    TenantId large = create("large", LARGE);
    consume();
    fleet.time.join(rollOuts.publish(APPLICATION, second(), new RollOutOptions(0, 10)));
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(IndexState.WRITE_ONLY, state(large));
    String target = locate(large).equals("a") ? "b" : "a";
    fleet.time.join(
        TenantMoves.of(directory, MoveOptions.defaults()).move(large, target, progress -> {}));
    assertEquals(target, locate(large));
    assertEquals(IndexState.WRITE_ONLY, state(large));
    assertFalse(isDone());
    awaitDone();
    assertEquals(IndexState.READABLE, state(large));
  }

  private String locate(TenantId tenant) {
    return fleet.time.join(directory.find(tenant)).orElseThrow().cluster();
  }

  @Test
  void letterOfABuildThatIsNotNeededAnyMoreHindersNoOther() {
    begin();
    TenantId large = create("large", LARGE);
    save(large, TOO_LONG);
    consume();
    publish(second());
    awaitLeft(Map.of("large", Kind.FAILED), Duration.ofHours(20));
    RecordMetaData third = second().toBuilder().removeIndex("by-name").build();
    publish(third);
    awaitDone();
    assertEquals(Optional.empty(), letter(large));
    publish(third.toBuilder().index(TYPE, Index.value("by-both", field("number"))).build());
    awaitDone();
  }
}
