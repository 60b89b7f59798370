package dev.tenure.record.store.row;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Gives the rows of a scan one after another: keys, or records that span several keys. */
interface RowSource {

  /** The next row; null when there are no more. */
  CompletableFuture<@Nullable StoredRow> next();

  /** Whether the next row has arrived, or there are no more. */
  boolean isAtHand();

  /** The next row, which is at hand; null when there are no more. */
  @Nullable StoredRow nextAtHand();

  /** Stops reading ahead. */
  void close();
}
