package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.pointer.ClusterTime;
import dev.tenure.queue.pointer.PointerMeters;
import dev.tenure.queue.pointer.PointerSpace;
import dev.tenure.queue.pointer.PointerVisits;
import dev.tenure.queue.pointer.Signals;
import dev.tenure.queue.pointer.TopLevelQueue;
import dev.tenure.queue.schema.StoredSchemas;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.keyspace.NameInterner;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One cluster: its ClusterDB, the tenants on it, and its top-level queues. Thread-safe; owns
 * nothing that needs closing.
 */
public final class QueueCluster {
  private static final String OPENING = "open-cluster";
  private static final String CREATING = "create-tenant";

  private final RecordDatabase database;
  private final ClusterOptions options;
  private final StoredSchemas schemas;
  private final ClusterKeys keys;
  private final NameInterner names;
  private final PointerSpace space;
  private final TopLevelQueue topLevel;
  private final PointerVisits visits;
  private final ConsumerRegistry consumers;
  private final ApplicationShards applicationShards;
  private volatile int shardsToScan;

  private QueueCluster(RecordDatabase database, ClusterOptions options, TenantSchemas schemas) {
    ClusterTime time = new ClusterTime(database.clock());
    this.database =
        database
            .withClock(time.corrected(database.clock()))
            .withTimeout(
                options.transactionTimeout(),
                (run, limit, cause) -> unanswered(options.name(), run, limit, cause));
    this.options = options;
    this.keys = new ClusterKeys(options.root());
    this.schemas = new StoredSchemas(keys.schemas(), schemas::schemaOf);
    this.names = new NameInterner(keys.names());
    this.space =
        new PointerSpace(
            options.name(), this.database, time, keys, ClusterSchema.metaData(), options.shards());
    this.topLevel = new TopLevelQueue(space, this::applicationName);
    this.visits =
        new PointerVisits(
            space,
            new TenantZoneStores(this),
            options.externalStores(),
            options.minInactive(),
            options.leasing());
    this.applicationShards = new ApplicationShards(this);
    this.consumers = new ConsumerRegistry(this);
  }

  /** The words that an error uses for a run of that name. */
  private static String doing(String run) {
    return switch (run) {
      case OPENING -> "opening it";
      case CREATING -> "creating a tenant";
      case "run" -> "a transaction";
      case "context" -> "a read";
      default -> run;
    };
  }

  private static QueueException unanswered(
      String cluster, String run, Duration limit, RecordLayerException cause) {
    return new QueueException(
        QueueException.Code.CLUSTER_UNAVAILABLE,
        "cluster "
            + cluster
            + " did not answer within "
            + limit
            + ": "
            + doing(run)
            + (cause.maybeCommitted() ? "; it may have been committed" : ""),
        cause);
  }

  /**
   * Opens a cluster, and creates its ClusterDB when it has none. Fails with {@link QueueException}
   * {@code CLUSTER_UNAVAILABLE} when the cluster does not answer in time.
   *
   * @param schemas the metadata of the applications whose tenants this process opens
   */
  public static CompletableFuture<QueueCluster> open(
      RecordDatabase database, ClusterOptions options, TenantSchemas schemas) {
    return unopened(database, options, schemas).open();
  }

  /**
   * A cluster that no transaction has reached yet, for a process that begins before the cluster
   * answers. Transactions on it fail as long as the cluster does not answer; {@link #open} has to
   * succeed once.
   *
   * @param schemas the metadata of the applications whose tenants this process opens
   */
  public static QueueCluster unopened(
      RecordDatabase database, ClusterOptions options, TenantSchemas schemas) {
    return new QueueCluster(database, options, schemas);
  }

  /**
   * Creates the cluster's ClusterDB when it has none, and reads how many shards it has. May be
   * called again after a failure, and fails as {@link #open(RecordDatabase, ClusterOptions,
   * TenantSchemas)} does.
   *
   * @return this cluster
   */
  public CompletableFuture<QueueCluster> open() {
    return database
        .run(
            RunOptions.defaults().withName(OPENING).withIdempotent(true),
            context ->
                RecordStore.open(
                        context,
                        keys.clusterStore(),
                        ClusterSchema.metaData(),
                        OpenMode.CREATE_OR_OPEN)
                    .thenCompose(store -> ClusterSchema.prepare(store, options))
                    .thenCombine(
                        applicationShards.read(context),
                        (shards, owned) -> {
                          space.plan(owned);
                          return shards;
                        }))
        .thenApply(
            shards -> {
              noteShards(shards);
              return this;
            });
  }

  /**
   * Switches leases of visits on or off (docs/lease-rows.md). Leases that exist end as they would.
   *
   * @return fails with {@code FORMAT_UNKNOWN}, which names the consumers, when they are to be on
   *     and a live consumer has not announced that it knows them; nothing is changed then
   */
  public CompletableFuture<Void> leaseTogether(boolean on) {
    return database()
        .run(
            RunOptions.defaults().withName("visit-leases").withIdempotent(true),
            context ->
                space
                    .openClusterStore(context)
                    .thenCompose(
                        store ->
                            consumers
                                .known(store)
                                .thenCompose(
                                    known -> ClusterSchema.leaseTogether(store, known, on))));
  }

  /** Whether leases of visits are on. */
  public CompletableFuture<Boolean> leasesTogether() {
    return read(this::leasesTogether);
  }

  /** As {@link #leasesTogether()}, in the caller's transaction. */
  public CompletableFuture<Boolean> leasesTogether(RecordContext context) {
    return space
        .openClusterStore(context)
        .thenCompose(ClusterSchema::settings)
        .thenApply(settings -> settings.getVisitLeases());
  }

  /** Notes how many shards the cluster was seen to have. */
  synchronized void noteShards(int seen) {
    shardsToScan = Math.max(shardsToScan, seen);
  }

  public String name() {
    return options.name();
  }

  /**
   * The database that the cluster was opened on, with the cluster's time limit: a transaction that
   * takes longer fails with {@link QueueException} {@code CLUSTER_UNAVAILABLE}.
   */
  public RecordDatabase database() {
    return database;
  }

  public ClusterOptions options() {
    return options;
  }

  /**
   * The number of top-level queues that scanners must read: the largest number that the cluster
   * ever had, as far as this process knows. It grows when {@link ConsumerRegistry} reads that
   * another process added shards.
   */
  public int shards() {
    return shardsToScan;
  }

  /** The shards that applications have of their own. */
  public ApplicationShards applicationShards() {
    return applicationShards;
  }

  public TopLevelQueue topLevel() {
    return topLevel;
  }

  public PointerVisits visits() {
    return visits;
  }

  public ConsumerRegistry consumers() {
    return consumers;
  }

  public Signals signals() {
    return space.signals();
  }

  /** This process's clock, compared with the clocks of the cluster's consumers. */
  public ClusterTime time() {
    return space.time();
  }

  /** The cluster as the pointer protocol sees it. */
  public PointerSpace space() {
    return space;
  }

  public PointerMeters meters() {
    return space.meters();
  }

  /**
   * Creates the tenant's store and its entry in ClusterDB. Other clusters are not asked whether
   * they have the tenant; {@link Deployment#createTenant} does that.
   *
   * @return false when the tenant was there already
   */
  public CompletableFuture<Boolean> createTenant(TenantId tenant) {
    return makeTenant(tenant, Making.UNLIMITED, context -> CompletableFuture.completedFuture(null))
        .thenApply(result -> result == Making.Result.MADE);
  }

  /** As {@link #createTenant(TenantId)}; fails when a check in the same transaction fails. */
  CompletableFuture<Making.Result> makeTenant(
      TenantId tenant, Making making, Function<RecordContext, CompletableFuture<Void>> check) {
    RunOptions run = RunOptions.defaults().withName(CREATING);
    return database.run(
        run,
        context -> {
          CompletableFuture<Void> checked = check.apply(context);
          return names
              .intern(context, tenant.application())
              .thenCompose(
                  applicationId ->
                      new TenantMaking(this, context, applicationId, tenant, making).run())
              .thenCombine(checked, (made, fits) -> made);
        });
  }

  ClusterKeys keys() {
    return keys;
  }

  NameInterner names() {
    return names;
  }

  /** The key of the deployment's list of clusters. */
  byte[] clusterListKey() {
    return keys.clusterList();
  }

  /** Whether the tenant's store lies on this cluster. */
  public CompletableFuture<Boolean> hasTenant(TenantId tenant) {
    return read(context -> begin(context, tenant))
        .thenApply(found -> true)
        .exceptionallyCompose(
            error ->
                isTenantNotFound(error)
                    ? CompletableFuture.completedFuture(false)
                    : CompletableFuture.failedFuture(error));
  }

  /**
   * The number of tenants of the cluster; read by snapshot, in the transaction of the open
   * ClusterDB.
   */
  public CompletableFuture<Long> countTenants(RecordStore clusterStore) {
    return ClusterSchema.countTenants(clusterStore);
  }

  /**
   * Calls the body with a new transaction, which is not committed, and closes it when the body's
   * future is done. After an error of the database that can be retried the body is called again, up
   * to five times in all. Fails with {@link QueueException} {@code CLUSTER_UNAVAILABLE} when all of
   * them fail so, or when the cluster does not answer in time.
   */
  public <T> CompletableFuture<T> read(Function<RecordContext, CompletableFuture<T>> body) {
    return new ClusterRead<>(database, name(), body).run();
  }

  /**
   * Runs a transaction on a tenant's data and zones; runs it again after a conflict. Fails with
   * {@link QueueException}:
   *
   * <ul>
   *   <li>{@code TENANT_NOT_FOUND} when the tenant's store is not on this cluster.
   *   <li>{@code TENANT_MOVING} while the tenant's move to another cluster ends.
   *   <li>{@code TENANT_SUSPENDED} when the body enqueues an item of a suspended tenant.
   *   <li>{@code CLUSTER_UNAVAILABLE} when the cluster does not answer in time; {@link
   *       QueueException#maybeCommitted()} tells whether the transaction may have been committed.
   * </ul>
   */
  public <T> CompletableFuture<T> run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return run(RunOptions.defaults(), tenant, body);
  }

  /** As {@link #run(TenantId, Function)}, with options for the runner. */
  public <T> CompletableFuture<T> run(
      RunOptions run,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return database.run(run, context -> begin(context, tenant).thenCompose(body));
  }

  /**
   * The tenant in a transaction of the caller, who opened it on this cluster and commits it. Fails
   * as {@link #run(TenantId, Function)} does.
   */
  public CompletableFuture<TenantTransaction> begin(RecordContext context, TenantId tenant) {
    return begin(context, tenant, Optional.empty());
  }

  /** As {@link #begin(RecordContext, TenantId)}, of a tenant that has arrived here. */
  CompletableFuture<TenantTransaction> begin(
      RecordContext context, TenantId tenant, Optional<TenantRouter.Route.Arrival> arrival) {
    space.time().guard(context);
    return names
        .find(context, tenant.application())
        .thenCompose(
            found -> {
              long applicationId = found.orElseThrow(() -> notFound(tenant, null));
              Subspace place = keys.tenantStore(applicationId, tenant.user());
              return openStore(context, applicationId, tenant, OpenMode.OPEN)
                  .exceptionallyCompose(
                      error -> TenantMove.refused(context, place, tenant, name(), error))
                  .thenCompose(
                      store ->
                          TenantMove.requireServing(
                                  store,
                                  () -> keys.move(applicationId, tenant.user()),
                                  arrival,
                                  tenant,
                                  name())
                              .thenApply(serves -> transaction(applicationId, tenant, store)));
            });
  }

  /** The cluster in a transaction of the caller, who opened it on this cluster and commits it. */
  public ClusterTransaction begin(RecordContext context) {
    space.time().guard(context);
    return new ClusterTransaction(this, context, Optional.empty(), UnaryOperator.identity());
  }

  /**
   * Enqueues a local item, which belongs to the cluster and to no tenant (paper section 6). A given
   * id is remembered for 30 days, also when the item has ended.
   */
  public CompletableFuture<EnqueueResult> enqueueLocal(NewItem item) {
    return database.run(
        RunOptions.defaults().withName("enqueue-local").withIdempotent(item.id().isPresent()),
        context -> begin(context).enqueueLocal(item));
  }

  /** The state of a local item that was enqueued with a given id. */
  public CompletableFuture<LocalItem> localItem(String id) {
    return read(context -> new LocalItems(this, context).look(id));
  }

  private TenantTransaction transaction(long applicationId, TenantId tenant, RecordStore store) {
    return switch (TenantMark.of(store).state()) {
      case OPEN -> new TenantTransaction(this, applicationId, tenant, store, false);
      case SUSPENDED -> new TenantTransaction(this, applicationId, tenant, store, true);
      case DELETING -> throw notFound(tenant, null);
    };
  }

  /** A store that is made conflicts with a publication: a roll-out has to find it or be over. */
  CompletableFuture<RecordStore> openStore(
      RecordContext context, long applicationId, TenantId tenant, OpenMode mode) {
    if (mode != OpenMode.OPEN) {
      schemas.fence(context, tenant.application());
    }
    return schemas
        .source(context, tenant.application())
        .thenCompose(
            source ->
                RecordStore.open(
                    context, keys.tenantStore(applicationId, tenant.user()), source, mode))
        .exceptionally(
            error -> {
              Throwable cause = error instanceof CompletionException ? error.getCause() : error;
              if (cause instanceof RecordLayerException failed
                  && failed.code() == RecordLayerException.Code.STORE_ABSENT) {
                throw notFound(tenant, cause);
              }
              throw new CompletionException(cause);
            });
  }

  /**
   * The options by which the tenant's store is opened on this cluster, for tools of the record
   * layer. They do not look at the tenant's state.
   *
   * @return fails with {@code TENANT_NOT_FOUND} when no tenant of the application was ever here
   */
  public CompletableFuture<StoreOptions> storeOptions(RecordContext context, TenantId tenant) {
    return names
        .find(context, tenant.application())
        .thenCombine(
            schemas.source(context, tenant.application()),
            (id, source) ->
                StoreOptions.of(
                        keys.tenantStore(
                            id.orElseThrow(() -> notFound(tenant, null)), tenant.user()),
                        source)
                    .withMode(OpenMode.OPEN));
  }

  /** The schemas that this cluster stores. */
  public StoredSchemas schemas() {
    return schemas;
  }

  /** The integer for an application's name; empty when no tenant of it was ever created here. */
  public CompletableFuture<Optional<Long>> applicationId(RecordContext context, String name) {
    return names.find(context, name);
  }

  /** The name behind an interned application id. */
  public CompletableFuture<String> applicationName(RecordContext context, long applicationId) {
    return names
        .nameOf(context, applicationId)
        .thenApply(
            name ->
                name.orElseThrow(
                    () ->
                        new QueueException(
                            QueueException.Code.CORRUPT,
                            "application id " + applicationId + " has no name on " + name())));
  }

  static boolean isTenantNotFound(Throwable error) {
    return isOf(error, QueueException.Code.TENANT_NOT_FOUND);
  }

  static boolean isTenantMoving(Throwable error) {
    return isOf(error, QueueException.Code.TENANT_MOVING);
  }

  private static boolean isOf(Throwable error, QueueException.Code code) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof QueueException failed && failed.code() == code;
  }

  private QueueException notFound(TenantId tenant, @Nullable Throwable e) {
    return new QueueException(
        QueueException.Code.TENANT_NOT_FOUND,
        "tenant " + tenant + " has no store on cluster " + name(),
        e);
  }
}
