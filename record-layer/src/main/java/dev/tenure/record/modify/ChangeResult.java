package dev.tenure.record.modify;

/**
 * How a run has ended.
 *
 * @param outcome whether anything is left to do
 * @param position where the next run goes on
 * @param slices how many transactions this run has committed
 * @param failures how many of its transactions failed, and were tried again
 */
public record ChangeResult(Outcome outcome, ChangePosition position, int slices, int failures) {

  /** Whether anything is left to do. */
  public enum Outcome {
    /** Nothing: the query has no more records, or the limit is reached. */
    FINISHED,
    /** Time was up, or somebody stopped the run. */
    STOPPED
  }

  /** What was done up to now, by all runs. */
  public ChangeProgress progress() {
    return position.progress();
  }
}
