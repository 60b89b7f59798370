package dev.tenure.record.key;

import java.util.List;

/** The factories of key expressions, meant for static import. */
public final class Keys {
  private static final KeyExpression RECORD_TYPE = new KeyExpression.RecordType();
  private static final KeyExpression EMPTY = new KeyExpression.Empty();

  private Keys() {}

  /**
   * The value of a field that is not repeated. A field that knows presence and is not set gives
   * null; one that does not gives its default value. Enumerations give their number.
   */
  public static KeyExpression field(String name) {
    return field(name, FanType.NONE);
  }

  /** The value of a field, which is repeated unless {@code fan} is {@link FanType#NONE}. */
  public static KeyExpression field(String name, FanType fan) {
    return new KeyExpression.Field(name, fan);
  }

  /** The columns of {@code child} on the message in a field; nulls when the message is not set. */
  public static KeyExpression nest(String name, KeyExpression child) {
    return nest(name, FanType.NONE, child);
  }

  /**
   * As {@link #nest(String, KeyExpression)}; {@link FanType#FAN_OUT} for repeated messages, maps.
   */
  public static KeyExpression nest(String name, FanType fan, KeyExpression child) {
    return new KeyExpression.Nest(name, fan, child);
  }

  /** The columns of all parts, side by side. */
  public static KeyExpression concat(KeyExpression... parts) {
    return new KeyExpression.Concat(List.of(parts));
  }

  /** The record type key. */
  public static KeyExpression recordType() {
    return RECORD_TYPE;
  }

  /** No column; as a group: all records of the type. */
  public static KeyExpression empty() {
    return EMPTY;
  }

  /** A constant column: a long, string, boolean or double; an int counts as a long. */
  public static KeyExpression literal(Object value) {
    return new KeyExpression.Literal(value instanceof Integer i ? (Object) i.longValue() : value);
  }
}
