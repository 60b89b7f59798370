package dev.tenure.queue.rollout;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.queue.proto.StoredSchemaMark.Kind;
import dev.tenure.queue.schema.SchemaMarks;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Brings the store of a tenant to the newest schema, or has an item do so. The transaction opens
 * the store, which builds what is small; for the rest it enqueues an item in the tenant's zone and
 * marks the tenant.
 */
public final class TenantSettling {
  /** The zone of items that build indexes. */
  public static final String ZONE = "tenure.schema";

  /** The type of items that build the indexes of a tenant's store that cannot be read. */
  public static final WorkType<String> BUILD =
      WorkType.of("tenure.index-build", PayloadCodecs.text())
          .withPolicy(WorkPolicy.defaults().withVanishedMax(0).withConcurrency(4));

  static final String ITEM = "index-build";
  private static final int PRIORITY = 12;
  private static final int REASON_CHARACTERS_MAX = 500;
  private static final RunOptions RUN =
      RunOptions.defaults()
          .withName("settle-schema")
          .withIdempotent(true)
          .withContext(ContextOptions.defaults().withPriority(ContextOptions.Priority.BATCH));

  private final QueueCluster cluster;
  private final String application;
  private final SchemaMarks marks;

  TenantSettling(QueueCluster cluster, String application) {
    this.cluster = cluster;
    this.application = application;
    this.marks = new SchemaMarks(cluster.schemas().keys(), application);
  }

  /** The indexes that queries cannot use and that nothing replaces. */
  static List<String> unfinished(RecordStore store) {
    return store.metaData().indexes().stream()
        .filter(index -> !isFinished(store, index))
        .map(Index::name)
        .toList();
  }

  private static boolean isFinished(RecordStore store, Index index) {
    return switch (store.indexState(index.name())) {
      case READABLE, UNIQUE_PENDING -> true;
      case WRITE_ONLY -> false;
      case DISABLED ->
          !index.replacedBy().isEmpty()
              && index.replacedBy().stream()
                  .allMatch(other -> store.indexState(other) == IndexState.READABLE);
    };
  }

  /**
   * Visits the tenant in the walk over all tenants. A build that has died begins again.
   *
   * @return fails when the cluster does not answer, and not when the tenant's store refuses
   */
  CompletableFuture<Void> visit(String user) {
    return run(user, false, transaction -> visit(transaction, user));
  }

  /**
   * Visits the tenant because of its mark, which is cleared when nothing is left. Fails as {@link
   * #visit}.
   */
  CompletableFuture<Void> look(String user) {
    return run(user, true, transaction -> look(transaction, user));
  }

  private CompletableFuture<Void> run(
      String user, boolean marked, Function<TenantTransaction, CompletableFuture<Void>> body) {
    return cluster
        .run(RUN, new TenantId(application, user), body)
        .exceptionallyCompose(error -> failed(user, marked, FdbErrorPredicates.unwrap(error)));
  }

  private CompletableFuture<Void> visit(TenantTransaction transaction, String user) {
    List<String> unfinished = unfinished(transaction.store());
    if (unfinished.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    QueueZone zone = zone(transaction);
    return zone.redrive(ITEM)
        .thenCompose(
            redriven ->
                redriven == ZoneOutcome.DONE
                    ? CompletableFuture.completedFuture(null)
                    : build(zone))
        .thenAccept(begun -> marks.set(transaction.context(), user, building(transaction)));
  }

  private CompletableFuture<Void> look(TenantTransaction transaction, String user) {
    QueueZone zone = zone(transaction);
    if (unfinished(transaction.store()).isEmpty()) {
      marks.clear(transaction.context(), user);
      // the letter of a build that is not needed any more would be taken for that of a later one
      return zone.removeDeadLetter(ITEM).thenAccept(removed -> {});
    }
    return zone.findDeadLetter(ITEM)
        .thenCompose(
            letter ->
                letter.isPresent()
                    ? CompletableFuture.completedFuture(mark(Kind.FAILED, letter.get().reason()))
                    : build(zone).thenApply(enqueued -> building(transaction)))
        .thenAccept(mark -> marks.set(transaction.context(), user, mark));
  }

  private static QueueZone zone(TenantTransaction transaction) {
    return transaction.ofItemUnderWay().zone(ZONE);
  }

  /** Does nothing when the item is there. */
  private static CompletableFuture<Void> build(QueueZone zone) {
    return zone.enqueue(NewItem.of(BUILD, "").withId(ITEM).withPriority(PRIORITY))
        .thenAccept(enqueued -> {});
  }

  private static StoredSchemaMark building(TenantTransaction transaction) {
    String waits = transaction.isSuspended() ? "; waits until the tenant is resumed" : "";
    return mark(Kind.BUILDING, unfinished(transaction.store()) + waits);
  }

  private CompletableFuture<Void> failed(String user, boolean marked, Throwable error) {
    if (error instanceof QueueException known) {
      return switch (known.code()) {
        case TENANT_NOT_FOUND -> marked ? unmark(user) : CompletableFuture.completedFuture(null);
        case TENANT_MOVING -> note(user, mark(Kind.MOVING, String.valueOf(error.getMessage())));
        case CORRUPT, FORMAT_UNKNOWN ->
            note(user, mark(Kind.REFUSED, String.valueOf(error.getMessage())));
        default -> CompletableFuture.failedFuture(error);
      };
    }
    return error instanceof RecordLayerException known && !isPassing(known)
        ? note(user, mark(Kind.REFUSED, String.valueOf(error.getMessage())))
        : CompletableFuture.failedFuture(error);
  }

  private static boolean isPassing(RecordLayerException error) {
    return error.retryable()
        || error.maybeCommitted()
        || error.code() == RecordLayerException.Code.TIMED_OUT;
  }

  private static StoredSchemaMark mark(Kind kind, String reason) {
    String cut =
        reason.length() <= REASON_CHARACTERS_MAX
            ? reason
            : reason.substring(0, REASON_CHARACTERS_MAX);
    return StoredSchemaMark.newBuilder().setKind(kind).setReason(cut).build();
  }

  private CompletableFuture<Void> note(String user, StoredSchemaMark mark) {
    return cluster
        .database()
        .run(
            RUN,
            context -> {
              marks.set(context, user, mark);
              return CompletableFuture.completedFuture(null);
            });
  }

  private CompletableFuture<Void> unmark(String user) {
    return cluster
        .database()
        .run(
            RUN,
            context -> {
              marks.clear(context, user);
              return CompletableFuture.completedFuture(null);
            });
  }
}
