package dev.tenure.record.store;

import dev.tenure.record.metadata.RecordMetaData;

/**
 * Checks and sets the user version when a store is opened. The user version is the application's
 * version of the store's content.
 */
@FunctionalInterface
public interface UserVersionCheck {

  /**
   * Returns the user version that the store gets; the stored one leaves it unchanged. An exception
   * makes the opening fail.
   *
   * @param stored the current user version; 0 for a new store
   * @param metaData the metadata with which the store is opened
   */
  int check(int stored, RecordMetaData metaData);
}
