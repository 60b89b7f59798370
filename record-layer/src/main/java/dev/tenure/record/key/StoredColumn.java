package dev.tenure.record.key;

/** The values stored with a record, beside its message, that can be columns. */
public enum StoredColumn {
  /** The time of the record's first save, in milliseconds since 1970-01-01T00:00Z. */
  CREATED("created"),
  /** The time of the record's last save, in milliseconds since 1970-01-01T00:00Z. */
  UPDATED("updated"),
  /** The bytes of the record's keys, without those of the store's subspace, and of its values. */
  STORED_SIZE("storedSize");

  private final String factory;

  StoredColumn(String factory) {
    this.factory = factory;
  }

  /** The method of {@link Keys} that makes the expression. */
  String factory() {
    return factory;
  }

  /** The column as an expression. */
  public KeyExpression expression() {
    return new KeyExpression.Stored(this);
  }

  /** Whether only record types that keep times have the column. */
  public boolean isTime() {
    return this != STORED_SIZE;
  }
}
