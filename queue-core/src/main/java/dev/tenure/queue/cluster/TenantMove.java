package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantRouter.Route.Arrival;
import dev.tenure.queue.copy.CopyRow;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.move.MovedStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The field in the header of a store that is the source or the target of a move. Each transaction
 * of the tenant has the header and conflicts with a change of it. So no transaction can overlook
 * that the store was closed.
 */
record TenantMove(StoredMove value) {
  /** The name of the header's field. */
  static final String FIELD = "tenure.move";

  /** Writes the field of a move to a store's header. */
  static MovedStore mark(
      MovedStore store, StoredMove.Stage stage, long number, int epoch, String other) {
    return store.userField(
        FIELD,
        StoredMove.newBuilder()
            .setStage(stage)
            .setNumber(number)
            .setEpoch(epoch)
            .setOther(other)
            .build()
            .toByteString());
  }

  /** The move in the header of a store; empty when the header names none. */
  static Optional<StoredMove> in(MovedStore store) {
    return of(store.header()).map(TenantMove::value);
  }

  private static Optional<TenantMove> of(StoreHeader header) {
    ByteString value = header.userFields().get(FIELD);
    if (value == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TenantMove(StoredMove.parseFrom(value)));
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          Code.FORMAT_UNKNOWN, "the field " + FIELD + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Whether the move has closed the store. A stage that this process does not know counts as
   * closed.
   */
  boolean isClosed() {
    return switch (value.getStage()) {
      case COPYING, REVERTED -> false;
      case FENCED, ARRIVING, UNRECOGNIZED -> true;
    };
  }

  /**
   * Fails with TENANT_MOVING when a move has closed the store. A copy that is complete and not
   * opened yet serves a caller to whom the directory has said that the tenant has arrived by this
   * very move:
   *
   * <pre>
   * the entry    arrived by move n of life l    never taken back
   * the copy     complete, by move n            its header; an earlier release also locks it
   *              of life l                      the progress of the move, in a row of this key
   * </pre>
   */
  static CompletableFuture<Void> requireServing(
      RecordStore store,
      Supplier<byte[]> progressKey,
      Optional<Arrival> arrival,
      TenantId tenant,
      String cluster) {
    Optional<TenantMove> move = of(store.header()).filter(TenantMove::isClosed);
    return move.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : move.get()
            .hasArrived(store, progressKey, arrival)
            .thenAccept(
                arrived -> {
                  if (!arrived) {
                    throw move.get().moving(tenant, cluster);
                  }
                });
  }

  private CompletableFuture<Boolean> hasArrived(
      RecordStore store, Supplier<byte[]> progressKey, Optional<Arrival> arrival) {
    if (arrival.isEmpty()
        || value.getStage() != StoredMove.Stage.ARRIVING
        || value.getNumber() != arrival.get().move()
        || store.header().lock().isPresent()) {
      return CompletableFuture.completedFuture(false);
    }
    byte[] progress = progressKey.get();
    return store
        .context()
        .get(progress, false)
        .thenApply(
            row ->
                Optional.ofNullable(row)
                    .map(bytes -> CopyRow.parse(progress, bytes))
                    .filter(copy -> copy.getLife() == arrival.get().life())
                    .filter(copy -> copy.getNumber() == arrival.get().move())
                    .isPresent());
  }

  /**
   * The error of opening a store: TENANT_MOVING when a move has closed the store, which then cannot
   * be brought to a newer schema either.
   */
  static <T> CompletableFuture<T> refused(
      RecordContext context, Subspace subspace, TenantId tenant, String cluster, Throwable error) {
    if (!(RecordLayerException.of(error) instanceof RecordLayerException known)
        || known.code() != RecordLayerException.Code.STORE_LOCKED) {
      return CompletableFuture.failedFuture(error);
    }
    return MovedStore.find(context, subspace)
        .thenApply(
            store -> {
              throw store
                  .flatMap(found -> of(found.header()))
                  .filter(TenantMove::isClosed)
                  .<RuntimeException>map(move -> move.moving(tenant, cluster))
                  .orElse(known);
            });
  }

  static boolean closes(RecordStore store) {
    return of(store.header()).filter(TenantMove::isClosed).isPresent();
  }

  /** The error of a transaction that had begun when the tenant left the cluster. */
  static QueueException moved(
      TenantId tenant, QueueCluster before, QueueCluster now, Throwable cause) {
    return new QueueException(
        Code.TENANT_MOVING,
        "tenant "
            + tenant
            + " has moved from cluster "
            + before.name()
            + " to "
            + now.name()
            + " during the transaction",
        cause);
  }

  private QueueException moving(TenantId tenant, String cluster) {
    return new QueueException(
        Code.TENANT_MOVING,
        "tenant "
            + tenant
            + " is moving between clusters "
            + cluster
            + " and "
            + value.getOther()
            + "; the same call succeeds in a moment");
  }
}
