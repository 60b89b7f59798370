package dev.tenure.record.keyspace;

/** What an import does with data that are in its way. */
public enum ImportMode {
  /**
   * Refuses. The first call reads the whole path, each the keys around its rows, with conflicts;
   * what is there already may only be the very rows to write.
   */
  INTO_EMPTY,
  /** Overwrites the keys it has, and leaves all others. */
  OVERWRITE
}
