package dev.tenure.record.global.store;

import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.ShardDownException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One call of a shard: a transaction, which is repeated while the database refuses it without an
 * effect.
 *
 * <pre>
 * an attempt fails with                                        then
 * a retryable error, surely without effect (1007, 1020, 1037)  the next attempt, within the time
 * any other error surely without effect (1031 of a read)       down, not written
 * an error of a commit whose result is not known (1021, 1031)  down, maybe written
 * an error that is none of the database                        fails with that error
 * </pre>
 *
 * <p>With commit markers, the database looks up a commit whose result is not known. The call then
 * ends as if it had been answered.
 */
final class ShardCall<T> {
  private static final int ATTEMPTS_MAX = 30;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(5), Duration.ofMillis(200));

  private final RecordDatabase database;
  private final String shard;
  private final RunOptions run;
  private final Function<RecordContext, CompletableFuture<T>> body;
  private final Instant end;
  private final Duration timeout;

  /**
   * @param shard names the shard in errors
   * @param doing names the transaction for meters
   */
  ShardCall(
      RecordDatabase database,
      String shard,
      Duration timeout,
      String doing,
      Function<RecordContext, CompletableFuture<T>> body) {
    this.database = database;
    this.shard = shard;
    this.timeout = timeout;
    this.run = RunOptions.defaults().withName(doing).withAttemptsMax(1);
    this.body = body;
    this.end = database.clock().instant().plus(timeout);
  }

  CompletableFuture<T> start() {
    return attempt(1, timeout);
  }

  private CompletableFuture<T> attempt(int number, Duration limit) {
    return database
        .withTimeout(limit, (name, time, cause) -> cause)
        .run(run, body)
        .exceptionallyCompose(
            error -> {
              Throwable plain = FdbErrorPredicates.unwrap(error);
              if (!(plain instanceof RecordLayerException own) || !isDown(own)) {
                return CompletableFuture.failedFuture(plain);
              }
              if (number == ATTEMPTS_MAX || own.maybeCommitted() || !own.retryable()) {
                return CompletableFuture.failedFuture(down(own));
              }
              return again(number + 1, own);
            });
  }

  private CompletableFuture<T> again(int number, RecordLayerException error) {
    Duration delay = BACKOFF.withEqualJitter(number - 1, database.random());
    Duration left = Duration.between(database.clock().instant(), end).minus(delay);
    Duration limit = left.compareTo(timeout) > 0 ? timeout : left;
    return limit.toMillis() < 1
        ? CompletableFuture.failedFuture(down(error))
        : database.delay(delay).thenCompose(waited -> attempt(number, limit));
  }

  /** All errors of FoundationDB, and a store that refuses its records to everybody. */
  private static boolean isDown(RecordLayerException error) {
    return error.fdbCode().isPresent() || error.code() == RecordLayerException.Code.STORE_LOCKED;
  }

  private ShardDownException down(RecordLayerException error) {
    return new ShardDownException(
        "the shard " + shard + " is down: " + error.getMessage(), error.maybeCommitted(), error);
  }
}
