package dev.tenure.record.key;

/**
 * The ways in which a repeated field becomes columns of a key. Example: a record with {@code tags =
 * [a, b]} gives the tuples {@code (a)} and {@code (b)} with FAN_OUT, and the one tuple {@code ([a,
 * b])} with CONCATENATE.
 */
public enum FanType {
  /** The field is not repeated: one column. */
  NONE,
  /** One tuple for each element; no tuple when there is none. */
  FAN_OUT,
  /** One column that holds all elements, in order, as a nested tuple; empty when there is none. */
  CONCATENATE
}
