package dev.tenure.record.key;

/** What a repeated field gives to a key. */
public enum FanType {
  /** The field is not repeated: one column. */
  NONE,
  /** One tuple for each element; no tuple when there is none. */
  FAN_OUT,
  /** One column that holds all elements, in order, as a nested tuple; empty when there is none. */
  CONCATENATE
}
