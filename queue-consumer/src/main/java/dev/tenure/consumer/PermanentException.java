package dev.tenure.consumer;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler when no retry can help: the item is dead-lettered, or dropped by policy. */
public final class PermanentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PermanentException(String message) {
    this(message, null);
  }

  public PermanentException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
