package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of the embedded engine. The database creates it, and its user closes it. Safe for
 * use by many threads. After {@link #onError} this object is invalid, and the object that it
 * returned takes its place.
 */
public final class EmbeddedTransaction extends ReadOperations implements Transaction {
  private final Database database;
  private final Lifecycle lifecycle;
  private final @Nullable EventKeeper events;
  private final TransactionOptions options;
  private final SnapshotReads snapshot;

  /** The reason why the object may no longer be used, or null. */
  private volatile @Nullable String closedBecause;

  public EmbeddedTransaction(
      Database database, DatabaseContext context, Executor executor, @Nullable EventKeeper events) {
    this(database, new Lifecycle(context, executor), events);
  }

  private EmbeddedTransaction(
      Database database, Lifecycle lifecycle, @Nullable EventKeeper events) {
    this.database = database;
    this.lifecycle = lifecycle;
    this.events = events;
    this.options = new TransactionOptions(this::setOption);
    this.snapshot = new SnapshotReads(this);
  }

  /** The current attempt; fails when the object was closed or another one took its place. */
  TransactionAttempt attempt() {
    String reason = closedBecause;
    if (reason != null) {
      throw new IllegalStateException(reason);
    }
    return lifecycle.attempt();
  }

  @Override
  public TransactionOptions options() {
    return options;
  }

  private void setOption(int code, byte @Nullable [] value) {
    attempt();
    lifecycle.setOption(code, value);
  }

  @Override
  public Database getDatabase() {
    return database;
  }

  @Override
  public Executor getExecutor() {
    return lifecycle.executor();
  }

  @Override
  public boolean isSnapshot() {
    return false;
  }

  @Override
  public ReadTransaction snapshot() {
    return snapshot;
  }

  @Override
  public CompletableFuture<Long> getReadVersion() {
    return new VersionQuestions(attempt()).readVersion();
  }

  @Override
  public void setReadVersion(long version) {
    TransactionAttempt attempt = attempt();
    attempt.silently(() -> attempt.readPoint.set(version));
  }

  @Override
  public CompletableFuture<byte[]> get(byte[] key) {
    return get(key, false);
  }

  CompletableFuture<byte[]> get(byte[] key, boolean asSnapshot) {
    requireArgument(key, "key");
    return new ReadPath(attempt()).get(key.clone(), asSnapshot);
  }

  @Override
  public CompletableFuture<byte[]> getKey(KeySelector selector) {
    return getKey(selector, false);
  }

  CompletableFuture<byte[]> getKey(KeySelector selector, boolean asSnapshot) {
    return new ReadPath(attempt()).getKey(selector, asSnapshot);
  }

  @Override
  public AsyncIterable<KeyValue> getRange(
      KeySelector begin, KeySelector end, int limit, boolean reverse, StreamingMode mode) {
    return getRange(begin, end, limit, reverse, mode, false);
  }

  AsyncIterable<KeyValue> getRange(
      KeySelector begin,
      KeySelector end,
      int limit,
      boolean reverse,
      StreamingMode mode,
      boolean asSnapshot) {
    RangeQuery.Batches batches =
        new TransactionBatches(
            this,
            (attempt, from, to, limits) ->
                new ReadPath(attempt).getRange(from, to, limits, asSnapshot, reverse));
    RangeQuery.Asked asked = new RangeQuery.Asked(begin, end, limit, reverse, mode);
    return new RangeQuery<>(batches, asked, KeyValue.class, events);
  }

  @Override
  public AsyncIterable<MappedKeyValue> getMappedRange(
      KeySelector begin,
      KeySelector end,
      byte[] mapper,
      int limit,
      boolean reverse,
      StreamingMode mode) {
    if (mapper == null) {
      throw new IllegalArgumentException("mapper is null");
    }
    byte[] own = mapper.clone();
    RangeQuery.Batches batches =
        new TransactionBatches(
            this,
            (attempt, from, to, limits) ->
                new MappedReads(attempt, own).read(from, to, limits, reverse));
    RangeQuery.Asked asked = new RangeQuery.Asked(begin, end, limit, reverse, mode);
    return new RangeQuery<>(batches, asked, MappedKeyValue.class, events);
  }

  @Override
  public CompletableFuture<Long> getEstimatedRangeSizeBytes(byte[] begin, byte[] end) {
    return new SizeQuestions(attempt()).estimatedBytes(begin, end);
  }

  @Override
  public CompletableFuture<KeyArrayResult> getRangeSplitPoints(
      byte[] begin, byte[] end, long chunkSize) {
    return new SizeQuestions(attempt()).splitPoints(begin, end, chunkSize);
  }

  @Override
  public boolean addReadConflictRangeIfNotSnapshot(byte[] begin, byte[] end) {
    addReadConflictRange(begin, end);
    return true;
  }

  @Override
  public boolean addReadConflictKeyIfNotSnapshot(byte[] key) {
    addReadConflictKey(key);
    return true;
  }

  @Override
  public void addReadConflictRange(byte[] begin, byte[] end) {
    TransactionAttempt attempt = attempt();
    WritePath.requireInOrder(begin, end);
    byte[] from = begin.clone();
    byte[] to = end.clone();
    attempt.silently(() -> new WritePath(attempt).addReadConflict(from, to));
  }

  @Override
  public void addReadConflictKey(byte[] key) {
    addReadConflictRange(key, KeyBytes.after(key));
  }

  @Override
  public void addWriteConflictRange(byte[] begin, byte[] end) {
    TransactionAttempt attempt = attempt();
    WritePath.requireInOrder(begin, end);
    byte[] from = begin.clone();
    byte[] to = end.clone();
    attempt.silently(() -> new WritePath(attempt).addWriteConflict(from, to));
  }

  @Override
  public void addWriteConflictKey(byte[] key) {
    addWriteConflictRange(key, KeyBytes.after(key));
  }

  @Override
  public void set(byte[] key, byte[] value) {
    requireArgument(key, "key");
    requireArgument(value, "value");
    TransactionAttempt attempt = attempt();
    byte[] ownKey = key.clone();
    byte[] ownValue = value.clone();
    attempt.silently(() -> new WritePath(attempt).set(ownKey, ownValue));
  }

  @Override
  public void clear(byte[] key) {
    requireArgument(key, "key");
    TransactionAttempt attempt = attempt();
    byte[] ownKey = key.clone();
    attempt.silently(() -> new WritePath(attempt).clear(ownKey));
  }

  @Override
  public void clear(byte[] begin, byte[] end) {
    requireArgument(begin, "begin");
    requireArgument(end, "end");
    TransactionAttempt attempt = attempt();
    byte[] from = begin.clone();
    byte[] to = end.clone();
    attempt.silently(() -> new WritePath(attempt).clear(from, to));
  }

  @Override
  public void clear(Range range) {
    clear(range.begin, range.end);
  }

  @Override
  @Deprecated
  @SuppressWarnings(
      "InlineMeSuggester") // the deprecated method is another's, here it is carried out
  public void clearRangeStartsWith(byte[] prefix) {
    clear(Range.startsWith(prefix));
  }

  @Override
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    requireArgument(key, "key");
    requireArgument(operand, "operand");
    TransactionAttempt attempt = attempt();
    byte[] ownKey = key.clone();
    byte[] ownOperand = operand.clone();
    attempt.silently(() -> new WritePath(attempt).mutate(type, ownKey, ownOperand));
  }

  @Override
  public CompletableFuture<Void> commit() {
    return new CommitPath(attempt()).commit();
  }

  @Override
  public Long getCommittedVersion() {
    return attempt().committedVersion;
  }

  @Override
  public CompletableFuture<byte[]> getVersionstamp() {
    return new VersionQuestions(attempt()).versionstamp();
  }

  @Override
  public CompletableFuture<Long> getApproximateSize() {
    return new VersionQuestions(attempt()).approximateSize();
  }

  @Override
  public CompletableFuture<Void> watch(byte[] key) {
    requireArgument(key, "key");
    return new WatchPath(attempt()).watch(key.clone());
  }

  @Override
  public CompletableFuture<Transaction> onError(Throwable failure) {
    Throwable error = failure;
    if (error instanceof CompletionException || error instanceof ExecutionException) {
      error = error.getCause() == null ? error : error.getCause();
    }
    if (!(error instanceof FDBException known)) {
      return CompletableFuture.failedFuture(error);
    }
    attempt();
    closedBecause = "the transaction was reset, and the object onError gave stands for it";
    EmbeddedTransaction next = new EmbeddedTransaction(database, lifecycle, events);
    return lifecycle
        .retryAfter(known)
        .handle(
            (done, refused) -> {
              if (refused != null) {
                next.close();
                throw new CompletionException(refused);
              }
              return next;
            });
  }

  @Override
  public void cancel() {
    attempt().end(FdbErrors.TRANSACTION_CANCELLED);
  }

  @Override
  public <T> T run(Function<? super Transaction, T> retryable) {
    return retryable.apply(this);
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> retryable) {
    return AsyncUtil.applySafely(retryable, this);
  }

  @Override
  public void close() {
    if (closedBecause == null) {
      closedBecause = "the transaction is closed";
      lifecycle.close();
    }
  }

  private static void requireArgument(byte @Nullable [] argument, String name) {
    if (argument == null) {
      throw new IllegalArgumentException(name + " is null");
    }
  }
}
