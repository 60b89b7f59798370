package dev.tenure.queue.cluster;

import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A walk through the nudges of all shards of a cluster that clears those of one tenant, 1,000
 * nudges of a shard in a transaction. The nudges of other tenants are read as well, since their
 * keys begin with shard and time.
 */
final class NudgeWalk {
  /** What a transaction gives that has found no tenant: the walk goes on in the next shard. */
  static final TenantPointers.Walked NOTHING = new TenantPointers.Walked(0, null);

  private static final int NUDGES_AT_ONCE = 1_000;

  private final int shards;
  private int shard;
  private byte @Nullable [] after;

  NudgeWalk(int shards) {
    this.shards = shards;
  }

  /**
   * Takes one step.
   *
   * @param transaction calls the step in a transaction with the tenant's pointers
   * @return whether there are further steps
   */
  CompletableFuture<Boolean> step(
      Function<
              BiFunction<TenantPointers, RecordContext, CompletableFuture<TenantPointers.Walked>>,
              CompletableFuture<TenantPointers.Walked>>
          transaction) {
    return transaction
        .apply(
            (pointers, context) -> pointers.walkNudges(context, shard, after, NUDGES_AT_ONCE, true))
        .thenApply(
            walked -> {
              after = walked.last();
              shard += after == null ? 1 : 0;
              return shard < shards;
            });
  }
}
