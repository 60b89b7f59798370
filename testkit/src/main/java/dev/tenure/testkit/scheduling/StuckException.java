package dev.tenure.testkit.scheduling;

/**
 * What was waited for cannot come: no task is ready and no timer is set, or the virtual time
 * allowed has passed, or the only thread would have to block.
 */
public final class StuckException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StuckException(String message) {
    super(message);
  }
}
