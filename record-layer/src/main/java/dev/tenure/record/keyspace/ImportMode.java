package dev.tenure.record.keyspace;

/** The treatment of existing keys by an import. */
public enum ImportMode {
  /**
   * Refuses to import when there are other rows below the path. Rows that are equal to those of the
   * import are accepted, so that an import can be repeated. The first call reads the whole path,
   * and each call reads the keys around its rows; these reads are serializable.
   */
  INTO_EMPTY,
  /** Overwrites existing keys with those of the import, and leaves all other keys unchanged. */
  OVERWRITE
}
