package dev.tenure.testkit.simulation;

/** Something that must always be true was found not to be. The message says what and where. */
public final class InvariantViolation extends AssertionError {
  private static final long serialVersionUID = 1L;

  InvariantViolation(String message) {
    super(message);
  }

  InvariantViolation(String message, Throwable cause) {
    super(message, cause);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new InvariantViolation(otherwise);
    }
  }
}
