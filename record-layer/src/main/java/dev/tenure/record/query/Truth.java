package dev.tenure.record.query;

/** What a condition is of a record. A comparison with null is unknown. */
public enum Truth {
  TRUE,
  FALSE,
  UNKNOWN;

  static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** True when both are, false when either is. */
  public Truth and(Truth other) {
    if (this == FALSE || other == FALSE) {
      return FALSE;
    }
    return this == TRUE ? other : UNKNOWN;
  }

  /** True when either is, false when both are. */
  public Truth or(Truth other) {
    return not().and(other.not()).not();
  }

  /** The opposite; unknown stays unknown. */
  public Truth not() {
    return switch (this) {
      case TRUE -> FALSE;
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
