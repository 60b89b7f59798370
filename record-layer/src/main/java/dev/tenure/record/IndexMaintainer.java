package dev.tenure.record;

/** Keeps one index up to date with one record's change. */
interface IndexMaintainer {

  /**
   * Adds to the batch the writes that make the index fit the record after the change, given that it
   * fits the record before. Reads nothing; rows that stay as they are cost no write.
   */
  void update(StoreKeys keys, RecordChange change, WriteBatch batch);
}
