package dev.tenure.embedded.storage;

import org.rocksdb.PerfContext;
import org.rocksdb.RocksDB;

/**
 * RocksDB's count of the deleted and replaced rows that the iterators of one thread have passed
 * over. RocksDB always keeps this count.
 */
final class SkippedRows {
  private static final ThreadLocal<SkippedRows> MINE = new ThreadLocal<>();

  private final PerfContext context;

  private SkippedRows(PerfContext context) {
    this.context = context;
  }

  /** The counter of the calling thread, which no other thread may use. */
  static SkippedRows ofThread(RocksDB database) {
    SkippedRows mine = MINE.get();
    if (mine == null) {
      mine = new SkippedRows(database.getPerfContext());
      MINE.set(mine);
    }
    return mine;
  }

  /** The number of rows passed over so far. Only differences between two calls mean something. */
  long count() {
    return context.getInternalDeleteSkippedCount() + context.getInternalKeySkippedCount();
  }
}
