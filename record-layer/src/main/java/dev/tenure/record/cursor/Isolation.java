package dev.tenure.record.cursor;

import com.apple.foundationdb.ReadTransaction;
import dev.tenure.record.context.RecordContext;

/** What a read promises. */
public enum Isolation {
  /** The commit fails when something that was read has changed. */
  SERIALIZABLE,
  /** Reads the same version, and does not conflict. */
  SNAPSHOT;

  /** The transaction as a reader that keeps the promise; it sees own writes in either case. */
  public ReadTransaction reader(RecordContext context) {
    return context.reader(this == SNAPSHOT);
  }
}
