package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.FailureText;

/**
 * Ends a run that its runner would otherwise repeat. The reason is a field and not the cause of
 * this exception, so that the runner does not repeat the run because of the reason's error code.
 */
public final class GivenUpException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Throwable why;

  public GivenUpException(Throwable why) {
    super("the transaction is not repeated: " + FailureText.of(why));
    this.why = why;
  }

  Throwable why() {
    return why;
  }
}
