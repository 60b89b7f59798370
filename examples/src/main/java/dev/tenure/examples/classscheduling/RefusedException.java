package dev.tenure.examples.classscheduling;

/** What a student asked for is against a rule of the school; the transaction changes nothing. */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
