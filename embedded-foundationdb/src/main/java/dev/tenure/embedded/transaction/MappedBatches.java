package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import java.util.concurrent.CompletableFuture;

/** The batches of a mapped range as a transaction reads them. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MappedBatches(EmbeddedTransaction transaction, byte[] mapper, boolean reverse)
    implements RangeQuery.Batches {

  @Override
  public CompletableFuture<RangeBatch> read(
      KeySelector begin, KeySelector end, int rows, StreamingMode mode, int iteration) {
    TransactionAttempt attempt = transaction.attempt();
    if (RangeLimits.isBoundless(rows, mode)) {
      return TransactionAttempt.failed(FdbErrors.EXACT_MODE_WITHOUT_LIMITS);
    }
    RangeLimits limits = RangeLimits.ofBatch(rows, mode, iteration);
    return new MappedReads(attempt, mapper).read(begin, end, limits, reverse);
  }

  @Override
  public void clear(byte[] key) {
    transaction.clear(key);
  }
}
