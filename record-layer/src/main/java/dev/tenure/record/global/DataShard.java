package dev.tenure.record.global;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A shard of data records. */
public interface DataShard extends Shard<PrimaryKey, DataRecord> {

  /**
   * The records of this shard that own a key, by the shard's local index, which one transaction
   * changes together with the record. Reads fall back to it when an index shard is down.
   */
  default CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException(getClass().getName() + " has no local index"));
  }

  /**
   * One transaction over this data shard and an index shard; empty when they share no transaction,
   * because they lie in different databases. Its writes together obey the contract of a single
   * {@link Shard#write}.
   */
  default Optional<SharedTransaction> sharedWith(IndexShard index) {
    return Optional.empty();
  }
}
