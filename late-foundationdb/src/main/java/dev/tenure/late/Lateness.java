package dev.tenure.late;

/**
 * How late one answer comes.
 *
 * @param nanos for {@link How#DELAYED}, how long it is held back
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
