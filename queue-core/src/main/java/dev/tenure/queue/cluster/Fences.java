package dev.tenure.queue.cluster;

import com.apple.foundationdb.KeyValue;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.DirectoryFence;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

/**
 * Fences of deleted tenants. A fence has a version: a creation whose permit ends at this version or
 * earlier may not make a store. A fence is obsolete when the cluster's versions have passed its
 * version.
 */
final class Fences {
  private static final int SWEPT_AT_ONCE = 1_000;
  private static final RunOptions SWEEP =
      RunOptions.defaults().withName("sweep-fences").withIdempotent(true);

  private Fences() {}

  /** The version of the fence, read serializably; 0 when there is none. */
  static CompletableFuture<Long> read(RecordContext context, byte[] key) {
    return context.get(key, false).thenApply(value -> value == null ? 0L : version(key, value));
  }

  static void write(RecordContext context, byte[] key, long permit) {
    context.set(key, DirectoryFence.newBuilder().setPermitVersion(permit).build().toByteArray());
  }

  /** Writes a fence unless the permit has ended, or a higher fence is there. */
  static CompletableFuture<Void> raise(RecordContext context, byte[] key, long permit) {
    return context
        .readVersion()
        .thenCompose(
            version ->
                version > permit
                    ? CompletableFuture.completedFuture(null)
                    : read(context, key)
                        .thenAccept(
                            fence -> {
                              if (fence < permit) {
                                write(context, key, permit);
                              }
                            }));
  }

  private static long version(byte[] key, byte[] value) {
    try {
      return DirectoryFence.parseFrom(value).getPermitVersion();
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "the fence at " + HexFormat.of().formatHex(key) + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  /** Fails with MOVE_REFUSED when the copy of a move may not be begun any more. */
  static CompletableFuture<Void> requirePermitted(
      RecordContext context, byte[] key, long permit, MoveTicket ticket) {
    return context
        .readVersion()
        .thenCombine(
            read(context, key),
            (version, fenced) -> {
              if (version > permit || fenced >= permit) {
                throw new QueueException(
                    QueueException.Code.MOVE_REFUSED,
                    ticket
                        + " was to be begun until version "
                        + permit
                        + (fenced >= permit ? ", and was reverted" : ", now is " + version));
              }
              return null;
            });
  }

  /** Clears obsolete fences. Returns their number. */
  static CompletableFuture<Integer> sweep(QueueCluster cluster) {
    return cluster
        .database()
        .run(
            SWEEP,
            context ->
                context
                    .readVersion()
                    .thenCombine(
                        context
                            .transaction()
                            .getRange(cluster.keys().fences().range(), SWEPT_AT_ONCE)
                            .asList(),
                        (version, rows) -> {
                          int swept = 0;
                          for (KeyValue row : rows) {
                            if (version(row.getKey(), row.getValue()) < version) {
                              context.clear(row.getKey());
                              swept++;
                            }
                          }
                          return swept;
                        }));
  }
}
