package dev.tenure.record.store.row;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Gives the rows of a scan one after another: keys, or records that lie over several keys. */
interface RowSource {

  /** The next row, null when there is no more. */
  CompletableFuture<@Nullable StoredRow> next();

  /** Ends reading ahead. */
  void close();
}
