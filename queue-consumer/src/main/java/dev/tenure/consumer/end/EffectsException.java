package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.FailureText;

/**
 * An item's effects cannot be committed: its attempt has failed, whatever its handler said. Why is
 * no cause of this exception, since whoever looks along causes may take it for an error of the
 * database, and exceptions of the application may throw when they are asked.
 */
public final class EffectsException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Throwable why;

  public EffectsException(Throwable why) {
    super("the effects could not be committed: " + FailureText.of(why));
    this.why = why;
  }

  Throwable why() {
    return why;
  }
}
