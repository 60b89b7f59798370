package dev.tenure.late;

/**
 * The delay of one answer.
 *
 * @param nanos the delay of {@link How#DELAYED}
 */
record Lateness(How how, long nanos) {
  static final Lateness NONE = new Lateness(How.AT_ONCE, 0);

  /** The time at which an answer of the database below is delivered. */
  enum How {
    AT_ONCE,
    DELAYED,
    OVERTAKEN,
    WITHHELD
  }
}
