package dev.tenure.late;

import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.KeyRangeArrayResult;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Tenant;
import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** A tenant of a late database, whose answers are as late as those of the database. */
final class LateTenant implements Tenant {
  private final LateContext context;
  private final Tenant below;

  LateTenant(LateContext context, Tenant below) {
    this.context = context;
    this.below = below;
  }

  @Override
  public byte[] getName() {
    return below.getName();
  }

  @Override
  public Executor getExecutor() {
    return context.executor();
  }

  @Override
  public Transaction createTransaction(Executor executor) {
    return context.begin(below.createTransaction(executor), executor);
  }

  @Override
  public Transaction createTransaction(Executor executor, EventKeeper events) {
    return context.begin(below.createTransaction(executor, events), executor);
  }

  @Override
  public <T> T run(Function<? super Transaction, T> retryable, Executor executor) {
    return LateRetryLoop.run(createTransaction(executor), retryable);
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> retryable, Executor executor) {
    return LateRetryLoop.runAsync(createTransaction(executor), retryable, executor);
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, T> retryable, Executor executor) {
    return run(retryable, executor);
  }

  @Override
  public <T> CompletableFuture<T> readAsync(
      Function<? super ReadTransaction, ? extends CompletableFuture<T>> retryable,
      Executor executor) {
    return runAsync(retryable, executor);
  }

  @Override
  public CompletableFuture<byte[]> purgeBlobGranules(
      byte[] begin, byte[] end, long purgeVersion, boolean force, Executor executor) {
    return late(executor, below.purgeBlobGranules(begin, end, purgeVersion, force, executor));
  }

  @Override
  public CompletableFuture<Void> waitPurgeGranulesComplete(byte[] purgeKey, Executor executor) {
    return late(executor, below.waitPurgeGranulesComplete(purgeKey, executor));
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRange(byte[] begin, byte[] end, Executor executor) {
    return late(executor, below.blobbifyRange(begin, end, executor));
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRangeBlocking(
      byte[] begin, byte[] end, Executor executor) {
    return late(executor, below.blobbifyRangeBlocking(begin, end, executor));
  }

  @Override
  public CompletableFuture<Boolean> unblobbifyRange(byte[] begin, byte[] end, Executor executor) {
    return late(executor, below.unblobbifyRange(begin, end, executor));
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> listBlobbifiedRanges(
      byte[] begin, byte[] end, int rangeLimit, Executor executor) {
    return late(executor, below.listBlobbifiedRanges(begin, end, rangeLimit, executor));
  }

  @Override
  public CompletableFuture<Long> verifyBlobRange(
      byte[] begin, byte[] end, long version, Executor executor) {
    return late(executor, below.verifyBlobRange(begin, end, version, executor));
  }

  @Override
  public CompletableFuture<Boolean> flushBlobRange(
      byte[] begin, byte[] end, boolean compact, long version, Executor executor) {
    return late(executor, below.flushBlobRange(begin, end, compact, version, executor));
  }

  @Override
  public CompletableFuture<Long> getId(Executor executor) {
    return late(executor, below.getId(executor));
  }

  private <T> CompletableFuture<T> late(Executor executor, CompletableFuture<T> answer) {
    return context.pass(AnswerKind.READ, executor, answer);
  }

  @Override
  public void close() {
    below.close();
  }
}
