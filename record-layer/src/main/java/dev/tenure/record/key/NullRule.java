package dev.tenure.record.key;

/** The value that an unset field gives to a key, and its treatment by a unique index. */
public enum NullRule {
  /** Null, which is equal to no other null: a unique index does not compare the row. */
  NULLS_DISTINCT,
  /** Null, treated as an ordinary value: a unique index compares the row. */
  NULLS_EQUAL,
  /** The default value of the field, also when a message around it is not set; never null. */
  DEFAULT_VALUE
}
