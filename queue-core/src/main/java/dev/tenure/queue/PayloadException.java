package dev.tenure.queue;

import org.jspecify.annotations.Nullable;

/** A payload could not be encoded or decoded; the message says which type and why. */
public final class PayloadException extends QueueException {
  private static final long serialVersionUID = 1L;

  public PayloadException(String message, @Nullable Throwable cause) {
    super(Code.PAYLOAD_UNREADABLE, message, cause);
  }
}
