package dev.tenure.record.cursor;

import com.apple.foundationdb.ReadTransaction;
import dev.tenure.record.context.RecordContext;

/** The isolation of a read. */
public enum Isolation {
  /** The commit fails when another transaction has changed a key that was read. */
  SERIALIZABLE,
  /** Reads at the same version, without read conflicts. */
  SNAPSHOT;

  /** A reader with this isolation. It sees the transaction's own writes in either case. */
  public ReadTransaction reader(RecordContext context) {
    return context.reader(this == SNAPSHOT);
  }
}
