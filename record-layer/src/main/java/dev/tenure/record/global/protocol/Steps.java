package dev.tenure.record.global.protocol;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Shards;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The steps of the protocol: each is one call of one shard. When a shard is down, a data step fails
 * with {@link GlobalIndexException}, and an index step with {@link ShardDownException}, since some
 * operations can do without an index shard.
 */
public final class Steps {
  private final Shards shards;
  private final ShardHealth health;

  public Steps(Shards shards, ShardHealth health) {
    this.shards = shards;
    this.health = health;
  }

  public Shards shards() {
    return shards;
  }

  boolean isKnownDown(SecondaryKey key) {
    return health.isDown(shards.indexPlaceOf(key));
  }

  public CompletableFuture<Optional<DataRecord>> readData(PrimaryKey key) {
    return answered(shards.dataOf(key).read(key));
  }

  /** A write whose effect is invisible until a later write of the same operation. */
  CompletableFuture<Boolean> writeData(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return answered(shards.dataOf(write.key()).write(write));
  }

  /** The write that gives an operation its effect. */
  CompletableFuture<Boolean> writeDataLast(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return last(shards.dataOf(write.key()).write(write));
  }

  /** As {@link #writeDataLast}, for a write that the caller has begun. */
  static CompletableFuture<Boolean> last(CompletableFuture<Boolean> write) {
    return failing(
        write,
        error ->
            error instanceof ShardDownException down && !down.maybeWritten()
                ? down(error)
                : error instanceof GlobalIndexException told
                    ? told
                    : new GlobalIndexException(
                        Reason.OUTCOME_UNKNOWN,
                        "the last write was not answered, and may have taken place: "
                            + error.getMessage(),
                        error));
  }

  public CompletableFuture<Optional<IndexRecord>> readIndex(IndexKey key) {
    return watched(key.key(), shards.indexOf(key.key()).read(key));
  }

  CompletableFuture<Boolean> writeIndex(ConditionalWrite<IndexKey, IndexRecord> write) {
    SecondaryKey key = write.key().key();
    return watched(key, shards.indexOf(key).write(write));
  }

  /** Tells {@link ShardHealth} whether a call of an index shard was answered. */
  <T> CompletableFuture<T> watched(SecondaryKey key, CompletableFuture<T> call) {
    int place = shards.indexPlaceOf(key);
    return call.whenComplete(
        (value, error) -> {
          if (error == null) {
            health.answered(place);
          } else if (GlobalIndexException.isShardDown(error)) {
            health.failed(place);
          }
        });
  }

  /**
   * The call of a shard. When the shard is down, the call fails with the error that callers of
   * operations expect.
   */
  public static <T> CompletableFuture<T> answered(CompletableFuture<T> call) {
    return failing(call, Steps::down);
  }

  /** The error that the caller of an operation meets when a shard is down. */
  static Throwable down(Throwable error) {
    return error instanceof ShardDownException
        ? new GlobalIndexException(
            Reason.SHARD_DOWN, "a shard is down: " + error.getMessage(), error)
        : error;
  }

  /**
   * The call with its error mapped by a function; the function gets the error without the wrappers
   * of futures.
   */
  static <T> CompletableFuture<T> failing(
      CompletableFuture<T> call, Function<Throwable, Throwable> mapped) {
    return call.exceptionallyCompose(
        error -> CompletableFuture.failedFuture(mapped.apply(FdbErrorPredicates.unwrap(error))));
  }
}
