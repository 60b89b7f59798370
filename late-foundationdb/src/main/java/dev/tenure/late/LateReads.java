package dev.tenure.late;

import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeyRangeArrayResult;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncUtil;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The reads of a transaction or of its snapshot view. As safe for threads as the reads of the
 * database below.
 */
abstract class LateReads implements ReadTransaction {
  final Session session;
  private final ReadTransaction reads;

  LateReads(Session session, ReadTransaction reads) {
    this.session = session;
    this.reads = reads;
  }

  @Override
  public boolean isSnapshot() {
    return reads.isSnapshot();
  }

  @Override
  public Executor getExecutor() {
    return session.underWay().executor();
  }

  @Override
  public CompletableFuture<Long> getReadVersion() {
    return session.deadline().hasPassed()
        ? ClientErrors.failed(ClientErrors.TRANSACTION_TIMED_OUT)
        : session.answers().pass(AnswerKind.READ, session.underWay(), reads.getReadVersion());
  }

  @Override
  public void setReadVersion(long version) {
    session.silently(() -> reads.setReadVersion(version));
  }

  @Override
  public boolean addReadConflictRangeIfNotSnapshot(byte[] begin, byte[] end) {
    session.silently(() -> reads.addReadConflictRangeIfNotSnapshot(begin, end));
    return !isSnapshot();
  }

  @Override
  public boolean addReadConflictKeyIfNotSnapshot(byte[] key) {
    session.silently(() -> reads.addReadConflictKeyIfNotSnapshot(key));
    return !isSnapshot();
  }

  @Override
  public CompletableFuture<byte[]> get(byte[] key) {
    return session.read(() -> reads.get(key));
  }

  @Override
  public CompletableFuture<byte[]> getKey(KeySelector selector) {
    return session.read(() -> reads.getKey(selector));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse, StreamingMode mode) {
    return new LateRange<>(session, reads.getRange(begin, end, limit, reverse, mode));
  }

  @Override
  public AsyncIterable<MappedKeyValue> getMappedRange(
      KeySelector begin,
      KeySelector end,
      byte[] mapper,
      int limit,
      boolean reverse,
      StreamingMode mode) {
    return new LateRange<>(session, reads.getMappedRange(begin, end, mapper, limit, reverse, mode));
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(byte[] begin, byte[] end) {
    return session.read(() -> reads.getEstimatedRangeSizeBytes(begin, end));
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(Range range) {
    return getEstimatedRangeSizeBytes(range.begin, range.end);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(
      byte[] begin, byte[] end, long chunkSize) {
    return session.read(() -> reads.getRangeSplitPoints(begin, end, chunkSize));
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(Range range, long chunkSize) {
    return getRangeSplitPoints(range.begin, range.end, chunkSize);
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> getBlobGranuleRanges(
      byte[] begin, byte[] end, int rowLimit) {
    return session.read(() -> reads.getBlobGranuleRanges(begin, end, rowLimit));
  }

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
  public <T> T read(Function<? super ReadTransaction, T> retryable) {
    return retryable.apply(this);
  }

  @Override
  public <T> CompletableFuture<T> readAsync(
      Function<? super ReadTransaction, ? extends CompletableFuture<T>> retryable) {
    return AsyncUtil.applySafely(retryable, this);
  }
}
