package dev.tenure.admin;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.StackTrace;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.ClusterOpener;
import dev.tenure.spring.cluster.DatabaseOpener;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.cluster.RecordObservers;
import dev.tenure.testkit.external.MemoryExternalStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Two clusters in memory, an admin server over them, and ways to put items into every state. */
public final class Fixture implements AutoCloseable {
  public static final WorkType<String> MAIL = WorkType.of("mail", PayloadCodecs.jsonText());
  public static final WorkType<byte[]> THUMBNAIL = WorkType.of("thumbnail", PayloadCodecs.bytes());
  public static final String STACK_TRACE =
      "mail.Refused: 550\n\tat mail.Sender.post(Sender.java:7)\n";
  public static final String CONSUMER = "consumer-1";
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final String STORE = "orders";

  private final TenureRuntime runtime = TenureRuntime.start();
  private final MemoryExternalStore store = MemoryExternalStore.leasingItems(runtime.clock());
  private final OpenedClusters opened;
  private final Deployment deployment;
  private final AdminServer server;

  private Fixture(AdminOptions options, String... clusters) {
    opened = open(runtime, ExternalStores.of(Map.of(STORE, store)), ClusterOpener::open, clusters);
    deployment = opened.deployment();
    server = AdminServer.start(deployment, options);
  }

  private Fixture(AdminOptions options, Map<String, String> settings, List<String> kindsOfKeys) {
    this(options, settings, kindsOfKeys, ClusterOpener::open);
  }

  private Fixture(
      AdminOptions options,
      Map<String, String> settings,
      List<String> kindsOfKeys,
      DatabaseOpener databases) {
    opened = open(runtime, ExternalStores.none(), databases, "a", "b");
    TenantDirectory directory =
        TenantDirectory.of(
            opened.deployment(),
            DirectoryOptions.on(List.of("a", "b"))
                .withKeys(kindsOfKeys)
                .withLease(Duration.ofSeconds(1)),
            DirectoryShards.inRecordStores());
    directory.adopt(progress -> {}).join();
    deployment = directory.deployment();
    server = AdminServer.start(directory, options, settings);
  }

  /** Two clusters with a tenant directory, whose alternate keys are of these kinds. */
  public static Fixture startWithDirectory(AdminOptions options, String... kindsOfKeys) {
    return new Fixture(options, Map.of(), List.of(kindsOfKeys));
  }

  /**
   * As {@link #startWithDirectory}; moves that were asked for stay as they are, and a proxy names
   * the person in the header X-Forwarded-User.
   */
  static Fixture startWithoutMovers() {
    return startWithoutMovers(ClusterOpener::open);
  }

  /** The same, with databases that the caller opens. */
  static Fixture startWithoutMovers(DatabaseOpener databases) {
    return new Fixture(
        AdminOptions.defaults(),
        Map.of("tenure.moves.enabled", "false", "tenure.admin.user-header", "X-Forwarded-User"),
        List.of("email"),
        databases);
  }

  public static Fixture start() {
    return new Fixture(AdminOptions.defaults(), "a", "b");
  }

  public static Fixture start(AdminOptions options) {
    return new Fixture(options, "a");
  }

  static OpenedClusters open(TenureRuntime runtime, String... clusters) {
    return open(runtime, ExternalStores.none(), ClusterOpener::open, clusters);
  }

  private static OpenedClusters open(
      TenureRuntime runtime, ExternalStores stores, DatabaseOpener databases, String... clusters) {
    TenureProperties properties =
        TenureProperties.of(
            Arrays.stream(clusters)
                .map(name -> ClusterProperties.of(name, "memory:" + name))
                .toList());
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    return OpenedClusters.open(
        properties,
        runtime,
        TenantSchemas.same(metaData),
        RecordObservers.none(),
        stores,
        databases);
  }

  public AdminServer server() {
    return server;
  }

  /** The directory of {@link #startWithDirectory}. */
  public TenantDirectory directory() {
    return server.bean("tenantDirectory", TenantDirectory.class);
  }

  /** As a restored backup does: a tenant owns a key that another tenant has got meanwhile. */
  public void bringBack(TenantId tenant, SecondaryKey key) {
    PrimaryKey place = new PrimaryKey(tenant.application() + "/" + tenant.user());
    for (QueueCluster cluster : deployment.clusters()) {
      DataShard shard = DirectoryShards.inRecordStores().data(cluster);
      shard
          .read(place)
          .join()
          .ifPresent(
              old ->
                  shard
                      .write(
                          ConditionalWrite.replace(
                              old.version(),
                              new DataRecord(
                                  place, old.version().next(), Set.of(key), Set.of(), old.value())))
                      .join());
    }
  }

  /** A part of the server by its name. */
  public <T> T bean(String name, Class<T> type) {
    return server.bean(name, type);
  }

  public Deployment deployment() {
    return deployment;
  }

  public Http http() {
    return new Http(server.port());
  }

  /** Publishes the queue's own types as the schema of an application. */
  public void publishSchema(String application) {
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    var unused =
        new SchemaRollOuts(deployment)
            .publish(application, schema, RollOutOptions.defaults())
            .join();
  }

  public String createTenant(TenantId tenant) {
    return deployment.createTenant(tenant).join().name();
  }

  public <T> T run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return deployment.run(tenant, body).join();
  }

  public void enqueue(TenantId tenant, String zone, NewItem item) {
    run(tenant, tx -> tx.zone(zone).enqueue(item));
  }

  /** How many items a zone holds, by type. */
  public Map<String, Long> counts(TenantId tenant, String zone) {
    return run(tenant, tx -> tx.zone(zone).countByType());
  }

  /** A mail with this id and a small JSON payload. */
  public static NewItem mail(String id) {
    return NewItem.of(MAIL, "{\"to\":\"" + id.length() + "@example.org\"}").withId(id);
  }

  /** Leases an item for long. */
  public LeasedItem lease(TenantId tenant, String zone, String id) {
    LeaseResult result = run(tenant, tx -> tx.zone(zone).obtainLease(id, LEASE, CONSUMER));
    if (result instanceof LeaseResult.Granted granted) {
      return granted.leased();
    }
    throw new IllegalStateException("no lease on " + id + ": " + result);
  }

  /** A zone whose items lie in an external store; not of {@link #startWithDirectory}. */
  public ExternalZone external(TenantId tenant, String zone) {
    return ExternalZone.of(deployment, tenant, new ExternalZoneName(STORE, zone));
  }

  /** Enqueues an item into an external zone, and sets it aside. */
  public void setAside(ExternalZone zone, String id, DeadLetterKind kind, String reason) {
    zone.enqueue(mail(id)).join();
    LeaseId lease = LeaseId.random(new Random());
    store
        .dequeue(
            zone.address(),
            lease,
            DequeueRequest.of(1, LEASE, CONSUMER),
            item -> item.id().equals(id))
        .join();
    store.moveToDeadLetter(zone.address(), id, lease, kind, reason, Optional.empty()).join();
  }

  /** The ids of the items of an external zone, without those that were set aside. */
  public List<String> items(ExternalZone zone) {
    return store.items(zone.address(), Optional.empty(), 100).join().stream()
        .map(WorkItem::id)
        .toList();
  }

  /** Fails an item once, to be retried in ten minutes. */
  public void fail(TenantId tenant, String zone, String id, String error) {
    end(
        tenant,
        zone,
        id,
        (in, held) ->
            in.requeue(
                id,
                held.lease().id(),
                LEASE,
                Optional.of(new Failure(error, CONSUMER, StackTrace.compress(STACK_TRACE)))));
  }

  /** Sets an item aside. */
  public void setAside(
      TenantId tenant, String zone, String id, DeadLetterKind kind, String reason) {
    end(
        tenant,
        zone,
        id,
        (in, held) ->
            in.moveToDeadLetter(
                id,
                held.lease().id(),
                kind,
                reason,
                Optional.of(new Failure(reason, CONSUMER, trace(kind)))));
  }

  /** As a consumer does it that cannot decode the payload. */
  private static Optional<StackTrace> trace(DeadLetterKind kind) {
    return kind == DeadLetterKind.PARKED ? StackTrace.compress(STACK_TRACE) : Optional.empty();
  }

  private <T> void end(
      TenantId tenant,
      String zone,
      String id,
      BiFunction<QueueZone, LeasedItem, CompletableFuture<T>> ending) {
    LeasedItem held = lease(tenant, zone, id);
    run(tenant, tx -> ending.apply(tx.zone(zone), held));
  }

  @Override
  public void close() {
    server.close();
    opened.close();
    runtime.close();
  }
}
