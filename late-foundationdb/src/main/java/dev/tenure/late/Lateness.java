package dev.tenure.late;

/**
 * The delay of one answer.
 *
 * @param nanos the delay of {@link How#DELAYED}
 */
record Lateness(How how, long nanos) {
  static final Lateness NONE = new Lateness(How.AT_ONCE, 0);

  /** When an answer that the database below has given is delivered. */
  enum How {
    AT_ONCE,
    DELAYED,
    OVERTAKEN,
    WITHHELD
  }
}
