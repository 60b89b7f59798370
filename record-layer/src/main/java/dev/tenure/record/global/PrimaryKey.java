package dev.tenure.record.global;

/**
 * The primary key of a data record, by which the data store is sharded (the paper's pk). Keys are
 * ordered by their bytes in UTF-8.
 *
 * @param value not empty; control characters are reserved for records of the library itself
 */
public record PrimaryKey(String value) implements Comparable<PrimaryKey> {
  private static final String RESERVED = "\u0001";

  public PrimaryKey {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the primary key is empty");
    }
  }

  /** The key of a record that the library keeps for itself; audits and look-ups pass over it. */
  public static PrimaryKey reserved(String purpose) {
    return new PrimaryKey(RESERVED + purpose);
  }

  public boolean isReserved() {
    return value.startsWith(RESERVED);
  }

  @Override
  public int compareTo(PrimaryKey other) {
    return Utf8Order.compare(value, other.value);
  }

  /**
   * The key as text. The text behind a colon in a reserved key may be the value of a secondary key,
   * and is hidden.
   */
  @Override
  public String toString() {
    int colon = value.indexOf(':');
    return isReserved() && colon > 0 ? value.substring(0, colon) : value;
  }
}
