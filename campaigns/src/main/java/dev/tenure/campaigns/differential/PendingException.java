package dev.tenure.campaigns.differential;

/** A future was not done in time. */
final class PendingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PendingException() {
    super("the future was not done in time");
  }
}
