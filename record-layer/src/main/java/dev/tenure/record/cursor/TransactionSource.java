package dev.tenure.record.cursor;

import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;

/**
 * Opens a cursor in one of several transactions; it continues where the cursor of the previous
 * transaction stopped. The transaction only reads.
 */
@FunctionalInterface
public interface TransactionSource<T> {

  /**
   * Opens the cursor.
   *
   * @param options the options for the cursor, with the limits of this transaction
   */
  CompletableFuture<RecordCursor<T>> open(
      RecordContext context, Continuation from, ScanOptions options);
}
