package dev.tenure.testkit.scheduling;

/**
 * A wait cannot end: no task is ready and no timer is set, or the wait took more virtual time than {@link SchedulerOptions#timeMax}, or the only thread would block.
 */
public final class StuckException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StuckException(String message) {
    super(message);
  }
}
