package dev.tenure.record.global;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A transaction over a data shard and an index shard that lie in one database. */
public interface SharedTransaction {

  /** Makes all writes if all conditions hold, and otherwise none. Returns whether they held. */
  CompletableFuture<Boolean> write(
      ConditionalWrite<PrimaryKey, DataRecord> data,
      List<ConditionalWrite<IndexKey, IndexRecord>> index);
}
