package dev.tenure.testkit.globalindex;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import org.junit.jupiter.api.AfterEach;

/** Shards in record stores keep the contract. */
final class RecordShardContractTest extends ShardContract {
  private final RecordShards shards = new RecordShards(each -> each);

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
