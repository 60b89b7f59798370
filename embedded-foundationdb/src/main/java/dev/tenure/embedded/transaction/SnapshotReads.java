package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The reads of a transaction that add no conflicts. */
final class SnapshotReads extends ReadOperations {
  private final EmbeddedTransaction transaction;

  SnapshotReads(EmbeddedTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public boolean isSnapshot() {
    return true;
  }

  @Override
  public ReadTransaction snapshot() {
    return this;
  }

  @Override
  public CompletableFuture<Long> getReadVersion() {
    return transaction.getReadVersion();
  }

  @Override
  public void setReadVersion(long version) {
    transaction.setReadVersion(version);
  }

  @Override
  public boolean addReadConflictRangeIfNotSnapshot(byte[] begin, byte[] end) {
    return false;
  }

  @Override
  public boolean addReadConflictKeyIfNotSnapshot(byte[] key) {
    return false;
  }

  @Override
  public CompletableFuture<byte[]> get(byte[] key) {
    return transaction.get(key, true);
  }

  @Override
  public CompletableFuture<byte[]> getKey(KeySelector selector) {
    return transaction.getKey(selector, true);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse, StreamingMode mode) {
    return transaction.getRange(begin, end, limit, reverse, mode, true);
  }

  @Override
  public AsyncIterable<MappedKeyValue> getMappedRange(
      KeySelector begin,
      KeySelector end,
      byte[] mapper,
      int limit,
      boolean reverse,
      StreamingMode mode) {
    throw new UnsupportedOperationException("getMappedRange is not supported in snapshots");
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(byte[] begin, byte[] end) {
    return transaction.getEstimatedRangeSizeBytes(begin, end);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(
      byte[] begin, byte[] end, long chunkSize) {
    return transaction.getRangeSplitPoints(begin, end, chunkSize);
  }

  @Override
  public TransactionOptions options() {
    return transaction.options();
  }

  @Override
  public Executor getExecutor() {
    return transaction.getExecutor();
  }
}
