package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;

/** Two records have the same value in a unique index; the transaction was not committed. */
public final class UniquenessViolationException extends RecordLayerException {
  private static final long serialVersionUID = 1L;

  private final String index;
  private final transient Tuple value;
  private final transient Tuple primaryKey;
  private final transient Tuple otherPrimaryKey;

  /** The error for two entries with equal columns; index types throw it. */
  public UniquenessViolationException(String where, IndexEntry saved, IndexEntry other) {
    super(
        Code.UNIQUENESS_VIOLATION,
        "unique index "
            + saved.index()
            + " has the value "
            + saved.key()
            + " twice: for the records "
            + saved.primaryKey()
            + " and "
            + other.primaryKey()
            + " ("
            + where
            + ")");
    this.index = saved.index();
    this.value = saved.key();
    this.primaryKey = saved.primaryKey();
    this.otherPrimaryKey = other.primaryKey();
  }

  public String index() {
    return index;
  }

  /** The indexed columns that both records have. */
  public Tuple value() {
    return value;
  }

  /** The primary key of the record whose save was refused. */
  public Tuple primaryKey() {
    return primaryKey;
  }

  /** The primary key of the record that already had the value. */
  public Tuple otherPrimaryKey() {
    return otherPrimaryKey;
  }
}
