package dev.tenure.record.global.protocol;

import dev.tenure.record.async.AsyncLoop;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The steps of the protocol: each is one call of one shard. A call that the shard refuses at once,
 * beyond a limit, fails its step; only the last write of an operation throws. When a shard is down,
 * a data step fails with {@link GlobalIndexException}, and an index step with {@link
 * ShardDownException}, because some operations can succeed without an index shard.
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

  /** Whether the index shard in which operations look for a key is known to be down. */
  boolean isKnownDown(SecondaryKey key) {
    return health.isDown(shards.indexPlaceOf(key));
  }

  /** Whether one of the index shards into which a write inserts a key is known to be down. */
  boolean isAnyKnownDown(SecondaryKey key) {
    return shards.indexPlacesOf(key).stream().anyMatch(health::isDown);
  }

  public CompletableFuture<Optional<DataRecord>> readData(PrimaryKey key) {
    return answered(AsyncLoop.begin(() -> shards.dataOf(key).read(key)));
  }

  /** A write that no other operation can see before the last write of the same operation. */
  CompletableFuture<Boolean> writeData(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return answered(AsyncLoop.begin(() -> shards.dataOf(write.key()).write(write)));
  }

  /**
   * The write that gives an operation its effect.
   *
   * @throws IllegalArgumentException when the record is beyond a limit of its shard
   */
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
                        "the operation's last write was not answered, and may have taken place: "
                            + error.getMessage(),
                        error));
  }

  /** The index record in the shard in which operations look for it. */
  public CompletableFuture<Optional<IndexRecord>> readIndex(IndexKey key) {
    return readIndex(shards.indexPlaceOf(key.key()), key);
  }

  /** The index record in the shard at a place. */
  public CompletableFuture<Optional<IndexRecord>> readIndex(int place, IndexKey key) {
    return watched(place, AsyncLoop.begin(() -> shards.index().get(place).read(key)));
  }

  CompletableFuture<Boolean> writeIndex(int place, ConditionalWrite<IndexKey, IndexRecord> write) {
    return watched(place, AsyncLoop.begin(() -> shards.index().get(place).write(write)));
  }

  /** The next index records from a key on, in the shard in which operations look for it. */
  CompletableFuture<List<IndexRecord>> scanIndex(SecondaryKey key, IndexKey after, int most) {
    return watched(
        shards.indexPlaceOf(key), AsyncLoop.begin(() -> shards.indexOf(key).scan(after, most)));
  }

  /** Tells {@link ShardHealth} whether a call of an index shard was answered. */
  private <T> CompletableFuture<T> watched(int place, CompletableFuture<T> call) {
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
