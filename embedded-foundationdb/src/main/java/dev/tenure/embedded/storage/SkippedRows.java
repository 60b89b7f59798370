package dev.tenure.embedded.storage;

import org.rocksdb.PerfContext;
import org.rocksdb.RocksDB;

/**
 * RocksDB's count of the deleted and replaced rows that iterators of this thread have passed over;
 * it keeps it without being asked to.
 */
final class SkippedRows {
  private static final ThreadLocal<SkippedRows> MINE = new ThreadLocal<>();

  private final PerfContext context;

  private SkippedRows(PerfContext context) {
    this.context = context;
  }

  /** The calling thread's; no other may use it. */
  static SkippedRows ofThread(RocksDB database) {
    SkippedRows mine = MINE.get();
    if (mine == null) {
      mine = new SkippedRows(database.getPerfContext());
      MINE.set(mine);
    }
    return mine;
  }

  /** So far; only differences mean something. */
  long count() {
    return context.getInternalDeleteSkippedCount() + context.getInternalKeySkippedCount();
  }
}
