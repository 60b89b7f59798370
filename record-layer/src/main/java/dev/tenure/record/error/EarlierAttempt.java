package dev.tenure.record.error;

import org.jspecify.annotations.Nullable;

/**
 * Is suppressed in an error that does not itself tell whether a transaction may have been
 * committed: an earlier attempt of the same run may have been.
 */
final class EarlierAttempt extends RecordLayerException {
  private static final long serialVersionUID = 1L;
  private static final int CAUSES_MAX = 100;

  private EarlierAttempt(String message, @Nullable Throwable cause) {
    super(Code.COMMIT_UNKNOWN, message, cause);
  }

  @Override
  public boolean maybeCommitted() {
    return true;
  }

  static void addTo(Throwable error, String message, @Nullable Throwable cause) {
    error.addSuppressed(new EarlierAttempt(message, cause));
  }

  static boolean isIn(Throwable error) {
    for (Throwable suppressed : error.getSuppressed()) {
      if (suppressed instanceof EarlierAttempt) {
        return true;
      }
    }
    return false;
  }

  /** Whether the error, or one of its causes down to the nearest of this module, tells of one. */
  static boolean isToldBy(@Nullable Throwable error) {
    int depth = 0;
    for (Throwable cause = error; cause != null && depth < CAUSES_MAX; cause = cause.getCause()) {
      if (cause instanceof RecordLayerException told) {
        return told.maybeCommitted();
      }
      if (isIn(cause)) {
        return true;
      }
      depth++;
    }
    return false;
  }
}
