package dev.tenure.campaigns.globalindex;

/** What the shards of the checker offer beyond read and conditional write. */
enum Mode {
  /** Index records can be replaced. */
  REPLACE,
  /** Index records are deleted and inserted. */
  DELETE_INSERT,
  /** As REPLACE; record 1 and key a lie in one database, and share its transactions. */
  SHARED,
  /** As REPLACE; calls of shards may fail, whether they took effect or not. */
  OUTAGES,
  /** As OUTAGES; keys whose index shard is down are written, and repaired later. */
  WRITES_WHILE_DOWN,
  /** As REPLACE; the slot of record 1 moves to another data shard. */
  MOVES,
  /** As REPLACE; the slot of key a moves to another index shard. */
  INDEX_MOVES;

  boolean hasMoves() {
    return this == MOVES || this == INDEX_MOVES;
  }

  boolean hasOutages() {
    return this == OUTAGES || this == WRITES_WHILE_DOWN;
  }
}
