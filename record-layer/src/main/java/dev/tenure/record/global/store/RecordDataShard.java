package dev.tenure.record.global.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The data records of a {@link RecordShard}, with their local index. */
record RecordDataShard(ShardStore store) implements DataShard {
  private static final RecordTable<PrimaryKey, DataRecord> TABLE =
      new RecordTable<>(RecordForms.DATA);

  @Override
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
    ShardLimits.check(key);
    return store.read("global-data-read", Optional.empty(), each -> TABLE.read(each, key));
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return store.write("global-data-write", List.of(condition(write)));
  }

  private ShardStore.Condition condition(ConditionalWrite<PrimaryKey, DataRecord> write) {
    ShardLimits.checkData(write);
    return store.condition(TABLE, write);
  }

  @Override
  public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
    ShardLimits.checkMost(most);
    return store.read("global-data-scan", List.of(), each -> TABLE.scan(each, after, most));
  }

  @Override
  public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
    ShardLimits.check(key);
    return store.read(
        "global-data-find",
        List.of(),
        each ->
            each.scanRecords(
                    RecordForms.LOCAL_INDEX,
                    TupleRange.prefix(Tuple.from(key.name(), key.value())),
                    Continuation.START,
                    ScanOptions.defaults(),
                    MissingRecord.FAIL)
                .map(TABLE::decode)
                .asList());
  }

  @Override
  public Optional<SharedTransaction> sharedWith(IndexShard index) {
    return index instanceof RecordIndexShard other && store.shares(other.store())
        ? Optional.of((data, records) -> write(other, data, records))
        : Optional.empty();
  }

  private CompletableFuture<Boolean> write(
      RecordIndexShard other,
      ConditionalWrite<PrimaryKey, DataRecord> data,
      List<ConditionalWrite<IndexKey, IndexRecord>> index) {
    List<ShardStore.Condition> conditions = new ArrayList<>();
    conditions.add(condition(data));
    index.forEach(each -> conditions.add(other.condition(each)));
    return store.write("global-shared-write", conditions);
  }
}
