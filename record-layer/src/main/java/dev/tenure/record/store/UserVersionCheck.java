package dev.tenure.record.store;

import dev.tenure.record.metadata.RecordMetaData;

/**
 * Checks and sets, when a store is opened, the user version: the application's version of the
 * store's content.
 */
@FunctionalInterface
public interface UserVersionCheck {

  /**
   * The user version that the store has from now on; the stored one leaves it unchanged. An
   * exception refuses to open the store.
   *
   * @param stored the current user version; 0 for a new store
   * @param metaData the metadata that the store is opened with
   */
  int check(int stored, RecordMetaData metaData);
}
