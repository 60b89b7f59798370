package dev.tenure.testkit.scheduling;

/** A run used more tasks than {@link SchedulerOptions#tasksMax}: most likely a loop without end. */
public final class RunawayException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RunawayException(String message) {
    super(message);
  }
}
