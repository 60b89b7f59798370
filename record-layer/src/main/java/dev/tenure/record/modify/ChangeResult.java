package dev.tenure.record.modify;

/**
 * The result of one run of a change.
 *
 * @param outcome whether the change is finished
 * @param position the position from which the next run continues
 * @param slices transactions that this run has committed
 * @param failures transactions of this run that failed and were tried again
 */
public record ChangeResult(Outcome outcome, ChangePosition position, int slices, int failures) {

  /** Whether the change is finished. */
  public enum Outcome {
    /** The query has no more records, or its limit is reached. */
    FINISHED,
    /** The run's time was up, or {@link QueryChanger#stop()} was called. */
    STOPPED
  }

  /** The counts of all runs of the change up to now. */
  public ChangeProgress progress() {
    return position.progress();
  }
}
