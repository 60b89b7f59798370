package dev.tenure.consumer.failure;

import dev.tenure.queue.QueueLimits;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Describes an exception for an item's history: its class, its message, and the place in the
 * handler. An exception whose message cannot be read is described by its class.
 */
public final class FailureText {
  private static final int CAUSES_MAX = 5;

  private FailureText() {}

  public static String of(Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    StringBuilder text = new StringBuilder(described(plain)).append(place(plain));
    Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
    told.add(plain);
    Throwable cause = ForeignErrors.cause(plain);
    for (int i = 0; cause != null && i < CAUSES_MAX && told.add(cause); i++) {
      text.append("; caused by ").append(described(cause));
      cause = ForeignErrors.cause(cause);
    }
    return QueueLimits.cutError(text.toString());
  }

  /** The exception's own text, or its class when its methods throw. */
  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  static String described(Throwable error) {
    try {
      String text = error.toString();
      return text == null ? error.getClass().getName() + " (described as null)" : text;
    } catch (Throwable e) { // an exception of the application may throw anything
      return error.getClass().getName() + " (describing it threw " + e.getClass().getName() + ")";
    }
  }

  private static String place(Throwable error) {
    try {
      StackTraceElement[] frames = error.getStackTrace();
      return frames.length > 0 ? " at " + frames[0] : "";
    } catch (Throwable e) { // an exception of the application may throw anything
      return "";
    }
  }
}
