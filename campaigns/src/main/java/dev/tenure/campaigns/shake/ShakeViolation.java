package dev.tenure.campaigns.shake;

/** Something was lost, done twice, or not done in time. */
final class ShakeViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ShakeViolation(String message) {
    super(message);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ShakeViolation(otherwise);
    }
  }
}
