package dev.tenure.examples.classscheduling;

/**
 * Says that a request of a student is against a rule of the school. The transaction changes
 * nothing.
 */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
