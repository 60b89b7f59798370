package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.FailureText;

/**
 * The effects of an item cannot be committed, so its attempt has failed in spite of the handler's
 * outcome. The reason is a field and not the cause of this exception: code that walks causes could
 * take it for an error of the database, and methods of an application's exception may throw.
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
