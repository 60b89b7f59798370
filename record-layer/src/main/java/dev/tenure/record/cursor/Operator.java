package dev.tenure.record.cursor;

import java.util.Optional;

/** What made a node of a continuation. Codes are stored: never changed, never used again. */
public enum Operator {
  /** One part behind another. */
  CONCAT(1),
  /** The values of inner cursors, one for each outer value. */
  FLAT_MAP(2),
  /** Another cursor when the first is empty. */
  OR_ELSE(3),
  /** No two equal values behind each other. */
  DISTINCT(4),
  /** Children in one order, merged. */
  UNION(5),
  /** Children in turn. */
  UNORDERED_UNION(6),
  /** What all children have, merged. */
  INTERSECTION(7),
  /** All but the first values. */
  SKIP(8),
  /** The first values. */
  AT_MOST(9),
  /** What stands around a whole plan. */
  PLAN(10),
  /** The first values by a key, of all. */
  TOP(11);

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
