package dev.tenure.queue.cluster;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.move.MovedStore;
import java.util.Optional;

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

  /** Fails with TENANT_MOVING when a move has closed the store. */
  static void requireServing(RecordStore store, TenantId tenant, String cluster) {
    of(store.header())
        .filter(TenantMove::isClosed)
        .ifPresent(
            move -> {
              throw moving(tenant, cluster, move.value().getOther());
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

  private static QueueException moving(TenantId tenant, String cluster, String other) {
    return new QueueException(
        Code.TENANT_MOVING,
        "tenant "
            + tenant
            + " is moving between clusters "
            + cluster
            + " and "
            + other
            + "; the same call succeeds in a moment");
  }
}
