package dev.tenure.queue;

import org.jspecify.annotations.Nullable;

/**
 * Says that a payload could not be encoded or decoded. The message names the type and the reason.
 */
public final class PayloadException extends QueueException {
  private static final long serialVersionUID = 1L;

  public PayloadException(String message, @Nullable Throwable cause) {
    super(Code.PAYLOAD_UNREADABLE, message, cause);
  }
}
