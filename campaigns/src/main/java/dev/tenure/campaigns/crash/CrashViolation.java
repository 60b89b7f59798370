package dev.tenure.campaigns.crash;

/**
 * The rows left after a crash break a promise.
 */
final class CrashViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CrashViolation(String message) {
    super(message);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new CrashViolation(otherwise);
    }
  }
}
