package dev.tenure.record.global.store;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The index records of a {@link RecordShard}. */
record RecordIndexShard(ShardStore store) implements IndexShard {
  private static final RecordTable<IndexKey, IndexRecord> TABLE =
      new RecordTable<>(RecordForms.INDEX);

  @Override
  public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
    ShardLimits.check(key);
    return store.read("global-index-read", Optional.empty(), each -> TABLE.read(each, key));
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
    return store.write("global-index-write", List.of(condition(write)));
  }

  ShardStore.Condition condition(ConditionalWrite<IndexKey, IndexRecord> write) {
    ShardLimits.checkIndex(write);
    return store.condition(TABLE, write);
  }

  @Override
  public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
    ShardLimits.checkMost(most);
    return store.read("global-index-scan", List.of(), each -> TABLE.scan(each, after, most));
  }
}
