package dev.tenure.testkit.scheduling;

/**
 * A run took more tasks than {@link SchedulerOptions#tasksMax}, most likely because a loop has no end.
 */
public final class RunawayException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RunawayException(String message) {
    super(message);
  }
}
