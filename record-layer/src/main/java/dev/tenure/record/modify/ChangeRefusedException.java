package dev.tenure.record.modify;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.StoredRecord;

/**
 * A record of the query could not be changed. The record is as it was before; the exception's cause
 * says why.
 */
public final class ChangeRefusedException extends RecordLayerException {
  private static final long serialVersionUID = 1L;

  private final String type;
  private final transient Tuple primaryKey;

  ChangeRefusedException(StoredRecord record, Throwable cause) {
    super(
        Code.CHANGE_REFUSED,
        "the "
            + record.type()
            + " "
            + record.primaryKey()
            + " cannot be changed: "
            + cause.getMessage(),
        cause);
    this.type = record.type();
    this.primaryKey = record.primaryKey();
  }

  /** The record's type. */
  public String type() {
    return type;
  }

  /** The record's primary key, without the record type key. */
  public Tuple primaryKey() {
    return primaryKey;
  }

  boolean isOf(StoredRecord record) {
    return type.equals(record.type()) && primaryKey.equals(record.primaryKey());
  }
}
