package dev.tenure.campaigns.shake;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.shake.proto.ShakenOrder;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.tuple.TupleRange;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The items of the campaign. Each has an order in its tenant's store, saved by the transaction that
 * enqueues the item; the effects of its handler count in the order how often it was done.
 *
 * @param application a name that no other run has
 * @param tenants how many tenants the application has
 */
record ShakenWork(String application, int tenants) {
  private static final String ORDER = "ShakenOrder";
  private static final String ROOT = "tenure-shake";
  private static final int PAGE = 500;
  private static final int TAKES_MILLIS_MAX = 100;

  /** A cluster that is away for a minute fails attempts that are not the item's fault. */
  private static final WorkType<String> TYPE =
      WorkType.of("shaken", PayloadCodecs.text())
          .withPolicy(WorkPolicy.defaults().withAttemptsMax(100));

  private static final TenantSchemas SCHEMAS =
      TenantSchemas.same(
          RecordMetaData.builder()
              .version(1)
              .include(QueueSchema.part())
              .recordType(
                  ShakenOrder.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
              .build());

  /** Opens the run's own part of a database. */
  CompletableFuture<Deployment> open(Database database, ScheduledExecutorService timer) {
    RecordDatabase records =
        RecordDatabase.builder(database)
            .clock(InstantSource.system())
            .random(new SecureRandom())
            .executor(ForkJoinPool.commonPool())
            .timer(timer)
            .build();
    return QueueCluster.open(records, ClusterOptions.named("shaken").withRoot(root()), SCHEMAS)
        .thenApply(cluster -> Deployment.of(List.of(cluster)));
  }

  private Subspace root() {
    return new Subspace(Tuple.from(ROOT, application));
  }

  CompletableFuture<Void> createTenants(Deployment deployment) {
    CompletableFuture<?>[] created = new CompletableFuture<?>[tenants];
    for (int number = 0; number < tenants; number++) {
      created[number] = deployment.createTenant(tenant(number));
    }
    return CompletableFuture.allOf(created);
  }

  /** Removes all that the run has written. */
  void remove(Database database) {
    database.run(
        transaction -> {
          transaction.clear(root().range());
          return null;
        });
  }

  TenantId tenant(int number) {
    return new TenantId(application, "user-" + number);
  }

  /** Places orders of one tenant, with their items, in one transaction. */
  CompletableFuture<Void> place(Deployment deployment, int tenant, List<String> ids) {
    return deployment.run(
        tenant(tenant),
        tx ->
            AsyncLoop.forEach(
                    ids,
                    id ->
                        tx.store()
                            .save(ShakenOrder.newBuilder().setId(id).build())
                            .thenApply(saved -> null))
                .thenCompose(
                    saved ->
                        tx.zone()
                            .enqueueAll(
                                ids.stream().map(id -> NewItem.of(TYPE, id).withId(id)).toList()))
                .thenAccept(enqueued -> {}));
  }

  Handlers handlers(ScheduledExecutorService timer) {
    return Handlers.builder()
        .on(
            TYPE,
            (id, context) -> {
              CompletableFuture<Outcome> done = new CompletableFuture<>();
              int takes = ThreadLocalRandom.current().nextInt(TAKES_MILLIS_MAX);
              var unused =
                  timer.schedule(
                      () -> done.complete(Outcome.done(tx -> count(tx, id))),
                      takes,
                      TimeUnit.MILLISECONDS);
              return done;
            })
        .build();
  }

  static CompletableFuture<Void> count(TenantTransaction tx, String id) {
    return tx.store()
        .load(ORDER, Tuple.from(id))
        .thenCompose(
            found -> {
              ShakenOrder order =
                  found
                      .map(stored -> (ShakenOrder) stored.message())
                      .orElseThrow(() -> new ShakeViolation("item " + id + " has no order"));
              return tx.store()
                  .save(order.toBuilder().setTimes(order.getTimes() + 1).build())
                  .thenApply(saved -> null);
            });
  }

  /** All orders of a tenant; one transaction reads a page of them. */
  CompletableFuture<List<ShakenOrder>> orders(Deployment deployment, int tenant) {
    List<ShakenOrder> all = new ArrayList<>();
    Continuation[] from = {Continuation.START};
    return AsyncLoop.whileTrue(
            () ->
                page(deployment, tenant, from[0])
                    .thenApply(
                        page -> {
                          all.addAll(page.items());
                          from[0] = page.continuation();
                          return !from[0].isEnd();
                        }))
        .thenApply(done -> all);
  }

  private CompletableFuture<RecordCursor.Page<ShakenOrder>> page(
      Deployment deployment, int tenant, Continuation from) {
    return deployment.run(
        tenant(tenant),
        tx ->
            tx.store()
                .scan(ORDER, TupleRange.all(), from, ScanOptions.defaults().withRowsMax(PAGE))
                .map(stored -> (ShakenOrder) stored.message())
                .asPage());
  }

  /** How many items, and dead letters, a tenant has. */
  CompletableFuture<Long> left(Deployment deployment, int tenant) {
    return deployment.run(
        tenant(tenant),
        tx ->
            tx.zone()
                .countByType()
                .thenCombine(
                    tx.zone().countDeadLettersByType(),
                    (items, letters) -> sum(items.values()) + sum(letters.values())));
  }

  private static long sum(Iterable<Long> counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** How long a consumer may take to stop. */
  static Duration stopping() {
    return Duration.ofSeconds(20);
  }
}
