package dev.tenure.testkit.globalindex;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;

/**
 * The behaviours that every data shard and index shard must show. A subclass has two methods, which
 * are called once each in a test and give shards without records. When the store can write both
 * shards in one transaction, give shards of one database.
 *
 * <p>Tests of what a shard may leave out (scans, the local index, the shared transaction) are
 * skipped when it leaves that out.
 */
public abstract class ShardContract
    implements ConditionalWriteContract,
        StoredFormContract,
        AtomicWriteContract,
        ConcurrentWriteContract {

  @Override
  public abstract DataShard dataShard();

  @Override
  public abstract IndexShard indexShard();
}
