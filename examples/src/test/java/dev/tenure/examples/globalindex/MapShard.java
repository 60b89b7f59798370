package dev.tenure.examples.globalindex;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Versioned;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** A shard in a map, which stands for any store with a compare-and-set of one record. */
abstract class MapShard<K, R extends Versioned<K>> implements Shard<K, R> {
  final ConcurrentMap<K, R> store = new ConcurrentHashMap<>();
  private final Executor executor;

  MapShard(Executor executor) {
    this.executor = executor;
  }

  static final class Data extends MapShard<PrimaryKey, DataRecord> implements DataShard {
    Data(Executor executor) {
      super(executor);
    }
  }

  static final class Index extends MapShard<IndexKey, IndexRecord> implements IndexShard {
    Index(Executor executor) {
      super(executor);
    }
  }

  @Override
  public CompletableFuture<Optional<R>> read(K key) {
    return CompletableFuture.supplyAsync(() -> Optional.ofNullable(store.get(key)), executor);
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
    return CompletableFuture.supplyAsync(
        () -> {
          AtomicBoolean held = new AtomicBoolean();
          store.compute(
              write.key(),
              (key, stored) -> {
                held.set(write.matches(Optional.ofNullable(stored)));
                return held.get() ? write.record().orElse(null) : stored;
              });
          return held.get();
        },
        executor);
  }
}
