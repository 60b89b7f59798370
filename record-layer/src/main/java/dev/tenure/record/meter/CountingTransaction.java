package dev.tenure.record.meter;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Counts the operations of a transaction. Operations that move no data are passed on uncounted. */
final class CountingTransaction extends CountingReads implements Transaction {
  private final Transaction below;

  CountingTransaction(Transaction below, TransactionMeter meter) {
    super(below, meter);
    this.below = below;
  }

  @Override
  public void set(byte[] key, byte[] value) {
    below.set(key, value);
    meter.wrote(key.length + value.length);
  }

  @Override
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    below.mutate(type, key, operand);
    meter.wrote(key.length + operand.length);
  }

  @Override
  public void clear(byte[] key) {
    below.clear(key);
    meter.wrote(key.length);
  }

  @Override
  public void clear(byte[] begin, byte[] end) {
    below.clear(begin, end);
    clearedRange();
  }

  @Override
  public void clear(Range range) {
    below.clear(range);
    clearedRange();
  }

  @Override
  @Deprecated
  public void clearRangeStartsWith(byte[] prefix) {
    below.clearRangeStartsWith(prefix);
    clearedRange();
  }

  private void clearedRange() {
    meter.add(RecordCounter.RANGES_CLEARED, 1);
  }

  @Override
  public void addReadConflictRange(byte[] begin, byte[] end) {
    below.addReadConflictRange(begin, end);
  }

  @Override
  public void addReadConflictKey(byte[] key) {
    below.addReadConflictKey(key);
  }

  @Override
  public void addWriteConflictRange(byte[] begin, byte[] end) {
    below.addWriteConflictRange(begin, end);
  }

  @Override
  public void addWriteConflictKey(byte[] key) {
    below.addWriteConflictKey(key);
  }

  @Override
  public CompletableFuture<Void> commit() {
    return below.commit();
  }

  @Override
  public Long getCommittedVersion() {
    return below.getCommittedVersion();
  }

  @Override
  public CompletableFuture<byte[]> getVersionstamp() {
    return below.getVersionstamp();
  }

  @Override
  public CompletableFuture<Long> getApproximateSize() {
    return below.getApproximateSize();
  }

  @Override
  public CompletableFuture<Transaction> onError(Throwable error) {
    return below.onError(error).thenApply(next -> new CountingTransaction(next, meter));
  }

  @Override
  public void cancel() {
    below.cancel();
  }

  @Override
  public CompletableFuture<Void> watch(byte[] key) {
    return below.watch(key);
  }

  @Override
  public Database getDatabase() {
    return below.getDatabase();
  }

  @Override
  public <T> T run(Function<? super Transaction, T> body) {
    return below.run(plain -> body.apply(this));
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> body) {
    return below.runAsync(plain -> body.apply(this));
  }

  @Override
  public void close() {
    below.close();
  }
}
