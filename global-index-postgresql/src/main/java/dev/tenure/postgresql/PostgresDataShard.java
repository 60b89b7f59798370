package dev.tenure.postgresql;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.store.ShardLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The data records of a {@link PostgresShard}. */
record PostgresDataShard(SqlCalls calls, Tables tables, DataTable table) implements DataShard {

  @Override
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
    ShardLimits.check(key);
    return calls
        .query(tables, connection -> table.read(connection, key), DataTable::record)
        .thenApply(rows -> rows.stream().findFirst());
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return calls.write(tables, change(write));
  }

  private SqlCalls.Change change(ConditionalWrite<PrimaryKey, DataRecord> write) {
    ShardLimits.checkData(write);
    return connection -> table.write(connection, write);
  }

  @Override
  public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
    int checked = ShardLimits.checkMost(most);
    return calls.query(
        tables, connection -> table.scan(connection, after, checked), DataTable::record);
  }

  @Override
  public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
    ShardLimits.check(key);
    return calls.query(tables, connection -> table.find(connection, key), DataTable::record);
  }

  @Override
  public Optional<SharedTransaction> sharedWith(IndexShard shard) {
    return shard instanceof PostgresIndexShard other && other.calls().source() == calls.source()
        ? Optional.of((data, records) -> writeAll(other, data, records))
        : Optional.empty();
  }

  /** Index records are written in the order of their keys, so that few transactions deadlock. */
  private CompletableFuture<Boolean> writeAll(
      PostgresIndexShard other,
      ConditionalWrite<PrimaryKey, DataRecord> data,
      List<ConditionalWrite<IndexKey, IndexRecord>> records) {
    List<SqlCalls.Change> changes = new ArrayList<>();
    changes.add(change(data));
    records.stream()
        .sorted(Comparator.comparing(ConditionalWrite::key))
        .forEach(each -> changes.add(other.change(each)));
    return calls.writeAll(List.of(tables, other.tables()), changes);
  }
}
