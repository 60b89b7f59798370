package dev.tenure.record.store.row;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads a split record again that its transaction has changed since a scan began. The keys that the
 * scan has met may be some of before and some of after the change.
 */
@FunctionalInterface
public interface Reread {

  /**
   * The record as it is now.
   *
   * @param record the prefix of all keys of the record
   * @return empty when the transaction has not changed the record since the scan began
   */
  Optional<CompletableFuture<Optional<StoredRow>>> of(byte[] record);
}
