package dev.tenure.testkit.globalindex;

import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import org.junit.jupiter.api.AfterEach;

/** Shards in record stores keep the contract while answers are late and out of order. */
final class LateRecordShardContractTest extends ShardContract {
  private final RecordShards shards =
      new RecordShards(each -> LateDatabase.realTime(each, LateOptions.seeded(11)));

  @Override
  public DataShard dataShard() {
    return shards.shard.data();
  }

  @Override
  public IndexShard indexShard() {
    return shards.shard.index();
  }

  @AfterEach
  void close() {
    shards.close();
  }
}
