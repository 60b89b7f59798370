package dev.tenure.campaigns.crash;

/** What is left after a crash is not what was promised. */
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
