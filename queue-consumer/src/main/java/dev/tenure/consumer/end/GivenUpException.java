package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.FailureText;

/**
 * Ends a run that its runner would repeat. Why is no cause of this exception, so that it is not
 * repeated for the error's code.
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
