package dev.tenure.queue.external;

import dev.tenure.queue.QueueException;

/** An enqueue into an external zone has failed. */
public final class ExternalEnqueueException extends QueueException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRun;

  ExternalEnqueueException(Code code, String message, boolean mayRun, Throwable cause) {
    super(code, message, cause);
    this.mayRun = mayRun;
  }

  /**
   * Whether the item may run nevertheless: it could not be removed from the store. An enqueue of
   * the same id finds it, and makes sure that it runs.
   */
  public boolean mayRun() {
    return mayRun;
  }

  @Override
  public boolean maybeCommitted() {
    return mayRun;
  }
}
