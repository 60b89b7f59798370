package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeyRangeArrayResult;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncUtil;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Maps all overloads of a read to the one that is implemented. */
abstract class ReadOperations implements ReadTransaction {

  @Override
  public AsyncIterable<KeyValue> getRange(KeySelector begin, KeySelector end) {
    return getRange(begin, end, ROW_LIMIT_UNLIMITED);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(KeySelector begin, KeySelector end, int limit) {
    return getRange(begin, end, limit, false);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse) {
    return getRange(begin, end, limit, reverse, StreamingMode.ITERATOR);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end) {
    return getRange(begin, end, ROW_LIMIT_UNLIMITED);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end, int limit) {
    return getRange(begin, end, limit, false);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end, int limit, boolean reverse) {
    return getRange(begin, end, limit, reverse, StreamingMode.ITERATOR);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      byte[] begin, byte[] end, int limit, boolean reverse, StreamingMode mode) {
    return getRange(
        KeySelector.firstGreaterOrEqual(begin),
        KeySelector.firstGreaterOrEqual(end),
        limit,
        reverse,
        mode);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range) {
    return getRange(range, ROW_LIMIT_UNLIMITED);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range, int limit) {
    return getRange(range, limit, false);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range, int limit, boolean reverse) {
    return getRange(range, limit, reverse, StreamingMode.ITERATOR);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      Range range, int limit, boolean reverse, StreamingMode mode) {
    return getRange(range.begin, range.end, limit, reverse, mode);
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(Range range) {
    return getEstimatedRangeSizeBytes(range.begin, range.end);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(Range range, long chunkSize) {
    return getRangeSplitPoints(range.begin, range.end, chunkSize);
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> getBlobGranuleRanges(
      byte[] begin, byte[] end, int rowLimit) {
    throw new UnsupportedOperationException("the embedded engine has no blob granules");
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, T> retryable) {
    return retryable.apply(this);
  }

  @Override
  public <T> CompletableFuture<T> readAsync(
      Function<? super ReadTransaction, ? extends CompletableFuture<T>> retryable) {
    return AsyncUtil.applySafely(retryable, this);
  }
}
