package dev.tenure.embedded;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyRangeArrayResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The operations of a database on blob granules, which the embedded engine does not have. */
abstract class NoGranules implements Database {

  @Override
  public CompletableFuture<byte[]> purgeBlobGranules(
      byte[] begin, byte[] end, long purgeVersion, boolean force, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Void> waitPurgeGranulesComplete(byte[] purgeKey, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRange(byte[] begin, byte[] end, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Boolean> blobbifyRangeBlocking(
      byte[] begin, byte[] end, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Boolean> unblobbifyRange(byte[] begin, byte[] end, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<KeyRangeArrayResult> listBlobbifiedRanges(
      byte[] begin, byte[] end, int rangeLimit, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Long> verifyBlobRange(
      byte[] begin, byte[] end, long version, Executor executor) {
    throw noGranules();
  }

  @Override
  public CompletableFuture<Boolean> flushBlobRange(
      byte[] begin, byte[] end, boolean compact, long version, Executor executor) {
    throw noGranules();
  }

  private static UnsupportedOperationException noGranules() {
    return new UnsupportedOperationException("the embedded engine has no blob granules");
  }
}
