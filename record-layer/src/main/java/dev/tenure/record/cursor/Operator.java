package dev.tenure.record.cursor;

import java.util.Optional;

/**
 * The operator that made a node of a continuation. Codes are stored, so a code must never be
 * changed or used again.
 */
public enum Operator {
  /** One part after another. */
  CONCAT(1),
  /** The values of inner cursors, one for each outer value. */
  FLAT_MAP(2),
  /** Another cursor, when the first one is empty. */
  OR_ELSE(3),
  /** No two successive values with equal keys. */
  DISTINCT(4),
  /** Sorted children, merged: the values of any child. */
  UNION(5),
  /** Children in turn. */
  UNORDERED_UNION(6),
  /** Sorted children, merged: the values of all children. */
  INTERSECTION(7),
  /** All but the first values. */
  SKIP(8),
  /** The first values. */
  AT_MOST(9),
  /** The outermost operator of a query plan. */
  PLAN(10),
  /** The first of all values in the order of a key. */
  TOP(11),
  /** Groups of rows that arrive in the order of the groups. */
  GROUPS(12);

  private final int code;

  Operator(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static Optional<Operator> ofCode(int code) {
    for (Operator each : values()) {
      if (each.code == code) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
