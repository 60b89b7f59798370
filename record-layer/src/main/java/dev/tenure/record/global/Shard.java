package dev.tenure.record.global;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One shard of a store. An implementation must obey:
 *
 * <ul>
 *   <li>{@link #read} and {@link #write} are linearizable: they appear to take place at one instant
 *       between the call and the completion of the future.
 *   <li>The condition of a write is checked among the writes of all processes, by the store.
 *   <li>A write that completed with true is never lost, also when the store crashes.
 *   <li>A write that completes with false changed nothing, and its condition did not hold at that
 *       instant.
 *   <li>A store may refuse a write because of a concurrent one, without having made it: a conflict
 *       or a deadlock, for example. The shard then reads again. It returns false if the condition
 *       no longer holds, and otherwise repeats the write. Only a write that certainly had no effect
 *       may be repeated in this way, within the time of the call.
 *   <li>A write that may have had its effect is never repeated: the second write would find the
 *       record of the first, and return false although the write took place.
 *   <li>Each future completes within a bounded time. A store that does not answer within that time
 *       counts as down.
 *   <li>A future that fails with {@link ShardDownException} tells whether the write may have taken
 *       place. After any other failure a write counts as one that may have taken place.
 *   <li>A key or record beyond a limit of the shard is refused with {@link
 *       IllegalArgumentException}, thrown by the call itself, which names the value and the limit.
 *   <li>All methods may be called by many threads, and none blocks.
 * </ul>
 */
public interface Shard<K, R extends Versioned<K>> {

  /** The last stored record with this key; empty when there is none. */
  CompletableFuture<Optional<R>> read(K key);

  /** Writes if the condition holds; returns whether it held. */
  CompletableFuture<Boolean> write(ConditionalWrite<K, R> write);

  /**
   * The next records in ascending order of their keys, for audits and shared keys: fewer than
   * {@code most} only when there are no more. Each record was stored at some instant during the
   * call. A record whose key is stored during the whole call is among them, in one of its versions;
   * one that is inserted or deleted meanwhile may be missed.
   *
   * @param after the key after which the scan continues, which need not be stored; null for the
   *     first page
   * @param most the most records to return, at least 1
   */
  default CompletableFuture<List<R>> scan(@Nullable K after, int most) {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException(getClass().getName() + " cannot scan"));
  }
}
