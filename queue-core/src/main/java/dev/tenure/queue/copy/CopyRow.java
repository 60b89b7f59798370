package dev.tenure.queue.copy;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.proto.MoveCopy;
import dev.tenure.record.context.RecordContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Reads and writes the row that says how far the copy of a store has got. */
public final class CopyRow {
  private CopyRow() {}

  /** The progress in a row. */
  public static MoveCopy parse(byte[] key, byte[] value) {
    try {
      return MoveCopy.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          Code.CORRUPT,
          "the progress of a move at "
              + ByteArrayUtil.printable(key)
              + " cannot be read: "
              + e.getMessage(),
          e);
    }
  }

  /** Writes the row, with the version at which it is written and the hold. Gives it. */
  public static CompletableFuture<MoveCopy> put(
      RecordContext context, byte[] key, MoveCopy copy, Duration hold) {
    return context
        .readVersion()
        .thenApply(
            version -> {
              MoveCopy held =
                  copy.toBuilder()
                      .setWrittenVersion(version)
                      .setHoldMillis(hold.toMillis())
                      .build();
              context.set(key, held.toByteArray());
              return held;
            });
  }

  /** Whether two rows differ at most in what differs when a transaction is repeated. */
  public static boolean isSame(MoveCopy one, MoveCopy other) {
    return undated(one).equals(undated(other));
  }

  private static MoveCopy undated(MoveCopy copy) {
    return copy.toBuilder().clearWrittenVersion().clearHoldMillis().build();
  }
}
