package dev.tenure.bench.global;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.ShardDownException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An index shard that can be taken down. While it is down, it refuses all requests at once. */
final class SwitchedIndexShard implements IndexShard {
  private final IndexShard shard;
  private volatile boolean down;

  SwitchedIndexShard(IndexShard shard) {
    this.shard = shard;
  }

  void setDown(boolean isDown) {
    down = isDown;
  }

  private <T> CompletableFuture<T> serve(Supplier<CompletableFuture<T>> request) {
    return down
        ? CompletableFuture.failedFuture(new ShardDownException("the shard is down", false, null))
        : request.get();
  }

  @Override
  public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
    return serve(() -> shard.read(key));
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
    return serve(() -> shard.write(write));
  }

  @Override
  public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
    return serve(() -> shard.scan(after, most));
  }

  @Override
  public boolean replaces() {
    return shard.replaces();
  }
}
