package dev.tenure.consumer;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.FdbErrorPredicates;

/** An exception as an item's history keeps it: what, why, and where in the handler. */
final class FailureText {
  private static final int CAUSES_MAX = 5;

  private FailureText() {}

  static String of(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    StringBuilder text = new StringBuilder(plain.toString());
    StackTraceElement[] frames = plain.getStackTrace();
    if (frames.length > 0) {
      text.append(" at ").append(frames[0]);
    }
    Throwable cause = plain.getCause();
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      text.append("; caused by ").append(cause);
      cause = cause.getCause();
    }
    return QueueLimits.cutError(text.toString());
  }
}
