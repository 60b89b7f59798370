package dev.tenure.record.cursor;

import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;

/** Opens a cursor in a transaction that goes on where the one before has stopped. Only reads. */
@FunctionalInterface
public interface TransactionSource<T> {

  /**
   * Opens the cursor.
   *
   * @param options with the limits of this transaction, which the cursor keeps
   */
  CompletableFuture<RecordCursor<T>> open(
      RecordContext context, Continuation from, ScanOptions options);
}
