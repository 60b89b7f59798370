package dev.tenure.postgresql;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.store.ShardLimits;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The index records of a {@link PostgresShard}. */
record PostgresIndexShard(SqlCalls calls, Tables tables, IndexTable table) implements IndexShard {

  @Override
  public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
    ShardLimits.check(key);
    return calls
        .query(tables, connection -> table.read(connection, key), IndexTable::record)
        .thenApply(rows -> rows.stream().findFirst());
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
    return calls.write(tables, change(write));
  }

  SqlCalls.Change change(ConditionalWrite<IndexKey, IndexRecord> write) {
    ShardLimits.checkIndex(write);
    return connection -> table.write(connection, write);
  }

  @Override
  public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
    int checked = ShardLimits.checkMost(most);
    return calls.query(
        tables, connection -> table.scan(connection, after, checked), IndexTable::record);
  }
}
