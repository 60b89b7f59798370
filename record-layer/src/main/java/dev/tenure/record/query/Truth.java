package dev.tenure.record.query;

/** The value of a condition for a record. A comparison with null is unknown. */
public enum Truth {
  TRUE,
  FALSE,
  UNKNOWN;

  static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** True when both are true, false when either is false, unknown otherwise. */
  public Truth and(Truth other) {
    if (this == FALSE || other == FALSE) {
      return FALSE;
    }
    return this == TRUE ? other : UNKNOWN;
  }

  /** True when either is true, false when both are false, unknown otherwise. */
  public Truth or(Truth other) {
    return not().and(other.not()).not();
  }

  /** The opposite value; unknown stays unknown. */
  public Truth not() {
    return switch (this) {
      case TRUE -> FALSE;
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
