package dev.tenure.late;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyRangeArrayResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The operations of a database on blob granules, whose answers are late as well. */
abstract class LateGranules implements Database {
  private final Database granules;

  LateGranules(Database below) {
    this.granules = below;
  }

  abstract <T> CompletableFuture<T> late(Executor executor, CompletableFuture<T> answer);

  @Override
  public CompletableFuture<byte[]> purgeBlobGranules(
      byte[] begin, byte[] end, long purgeVersion, boolean force, Executor executor) {
    return late(executor, granules.purgeBlobGranules(begin, end, purgeVersion, force, executor));
  }

  @Override
  public CompletableFuture<Void> waitPurgeGranulesComplete(byte[] purgeKey, Executor executor) {
    return late(executor, granules.waitPurgeGranulesComplete(purgeKey, executor));
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRange(byte[] begin, byte[] end, Executor executor) {
    return late(executor, granules.blobbifyRange(begin, end, executor));
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRangeBlocking(
      byte[] begin, byte[] end, Executor executor) {
    return late(executor, granules.blobbifyRangeBlocking(begin, end, executor));
  }

  @Override
  public CompletableFuture<Boolean> unblobbifyRange(byte[] begin, byte[] end, Executor executor) {
    return late(executor, granules.unblobbifyRange(begin, end, executor));
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> listBlobbifiedRanges(
      byte[] begin, byte[] end, int rangeLimit, Executor executor) {
    return late(executor, granules.listBlobbifiedRanges(begin, end, rangeLimit, executor));
  }

  @Override
  public CompletableFuture<Long> verifyBlobRange(
      byte[] begin, byte[] end, long version, Executor executor) {
    return late(executor, granules.verifyBlobRange(begin, end, version, executor));
  }

  @Override
  public CompletableFuture<Boolean> flushBlobRange(
      byte[] begin, byte[] end, boolean compact, long version, Executor executor) {
    return late(executor, granules.flushBlobRange(begin, end, compact, version, executor));
  }
}
