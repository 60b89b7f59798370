package dev.tenure.record.meter;

import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeyRangeArrayResult;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts the reads of a transaction. */
class CountingReads implements ReadTransaction {
  final TransactionMeter meter;
  private final ReadTransaction below;

  CountingReads(ReadTransaction below, TransactionMeter meter) {
    this.below = below;
    this.meter = meter;
  }

  private <R extends KeyValue> AsyncIterable<R> counted(AsyncIterable<R> rows) {
    return new CountingRows<>(rows, below, meter);
  }

  private ReadTransaction asked() {
    meter.add(RecordCounter.READS, 1);
    return below;
  }

  @Override
  public CompletableFuture<byte @Nullable []> get(byte[] key) {
    meter.needsVersion(below);
    return asked()
        .get(key)
        .thenApply(
            value -> {
              if (value != null) {
                meter.found(key.length + value.length);
              }
              return value;
            });
  }

  @Override
  public CompletableFuture<byte[]> getKey(KeySelector selector) {
    meter.needsVersion(below);
    return asked()
        .getKey(selector)
        .thenApply(
            key -> {
              meter.found(key.length);
              return key;
            });
  }

  @Override
  public AsyncIterable<KeyValue> getRange(KeySelector begin, KeySelector end) {
    return counted(below.getRange(begin, end));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(KeySelector begin, KeySelector end, int limit) {
    return counted(below.getRange(begin, end, limit));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse) {
    return counted(below.getRange(begin, end, limit, reverse));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse, StreamingMode mode) {
    return counted(below.getRange(begin, end, limit, reverse, mode));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end) {
    return counted(below.getRange(begin, end));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end, int limit) {
    return counted(below.getRange(begin, end, limit));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(byte[] begin, byte[] end, int limit, boolean reverse) {
    return counted(below.getRange(begin, end, limit, reverse));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      byte[] begin, byte[] end, int limit, boolean reverse, StreamingMode mode) {
    return counted(below.getRange(begin, end, limit, reverse, mode));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range) {
    return counted(below.getRange(range));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range, int limit) {
    return counted(below.getRange(range, limit));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(Range range, int limit, boolean reverse) {
    return counted(below.getRange(range, limit, reverse));
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      Range range, int limit, boolean reverse, StreamingMode mode) {
    return counted(below.getRange(range, limit, reverse, mode));
  }

  @Override
  public AsyncIterable<MappedKeyValue> getMappedRange(
      KeySelector begin,
      KeySelector end,
      byte[] mapper,
      int limit,
      boolean reverse,
      StreamingMode mode) {
    return counted(below.getMappedRange(begin, end, mapper, limit, reverse, mode));
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(byte[] begin, byte[] end) {
    return asked().getEstimatedRangeSizeBytes(begin, end);
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(Range range) {
    return asked().getEstimatedRangeSizeBytes(range);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(
      byte[] begin, byte[] end, long chunkBytes) {
    return asked().getRangeSplitPoints(begin, end, chunkBytes);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(Range range, long chunkBytes) {
    return asked().getRangeSplitPoints(range, chunkBytes);
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> getBlobGranuleRanges(
      byte[] begin, byte[] end, int limit) {
    return asked().getBlobGranuleRanges(begin, end, limit);
  }

  @Override
  public CompletableFuture<Long> getReadVersion() {
    meter.needsVersion(below);
    return below.getReadVersion();
  }

  @Override
  public void setReadVersion(long version) {
    below.setReadVersion(version);
  }

  @Override
  public boolean isSnapshot() {
    return below.isSnapshot();
  }

  @Override
  public ReadTransaction snapshot() {
    return isSnapshot() ? this : new CountingReads(below.snapshot(), meter);
  }

  @Override
  public boolean addReadConflictRangeIfNotSnapshot(byte[] begin, byte[] end) {
    return below.addReadConflictRangeIfNotSnapshot(begin, end);
  }

  @Override
  public boolean addReadConflictKeyIfNotSnapshot(byte[] key) {
    return below.addReadConflictKeyIfNotSnapshot(key);
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, T> body) {
    return below.read(plain -> body.apply(this));
  }

  @Override
  public <T> CompletableFuture<T> readAsync(
      Function<? super ReadTransaction, ? extends CompletableFuture<T>> body) {
    return below.readAsync(plain -> body.apply(this));
  }

  @Override
  public TransactionOptions options() {
    return below.options();
  }

  @Override
  public Executor getExecutor() {
    return below.getExecutor();
  }
}
