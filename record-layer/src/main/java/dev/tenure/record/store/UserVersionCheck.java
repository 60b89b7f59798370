package dev.tenure.record.store;

import dev.tenure.record.metadata.RecordMetaData;

/** Decides, when a store is opened, about the application's own version of what is in it. */
@FunctionalInterface
public interface UserVersionCheck {

  /**
   * The version to keep from now on; the stored one to leave it. Throws to refuse to open.
   *
   * @param stored the version the store has, 0 for a new one
   * @param metaData what the store is opened with
   */
  int check(int stored, RecordMetaData metaData);
}
