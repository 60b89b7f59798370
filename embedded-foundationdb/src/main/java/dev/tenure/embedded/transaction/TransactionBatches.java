package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import java.util.concurrent.CompletableFuture;

/** The batches of a range as a transaction reads them. */
record TransactionBatches(EmbeddedTransaction transaction, Reads reads)
    implements RangeQuery.Batches {

  /** Reads one batch. */
  @FunctionalInterface
  interface Reads {
    CompletableFuture<RangeBatch> read(
        TransactionAttempt attempt, KeySelector begin, KeySelector end, RangeLimits limits);
  }

  @Override
  public CompletableFuture<RangeBatch> read(
      KeySelector begin, KeySelector end, int rows, StreamingMode mode, int iteration) {
    TransactionAttempt attempt = transaction.attempt();
    if (RangeLimits.isBoundless(rows, mode)) {
      return TransactionAttempt.failed(FdbErrors.EXACT_MODE_WITHOUT_LIMITS);
    }
    return reads.read(attempt, begin, end, RangeLimits.ofBatch(rows, mode, iteration));
  }

  @Override
  public void clear(byte[] key) {
    transaction.clear(key);
  }
}
