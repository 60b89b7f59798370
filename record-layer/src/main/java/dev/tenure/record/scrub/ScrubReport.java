package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param index the name of the index
 * @param faults all faults in the order in which they were found
 * @param unverified the parts that could not be checked
 * @param counts the counts of the run
 * @param elapsed the duration of the run
 * @param position the position at which a further run continues, when this one ended at a limit;
 *     empty when it reached the end of the index
 */
public record ScrubReport(
    String index,
    List<Fault> faults,
    List<Unverified> unverified,
    ScrubCounts counts,
    Duration elapsed,
    Optional<ScrubPosition> position) {
  public ScrubReport {
    faults = List.copyOf(faults);
    unverified = List.copyOf(unverified);
  }

  /** Whether the run reached the end of the index. */
  public boolean isFinished() {
    return position.isEmpty();
  }

  /** Whether the run reached the end of the index, could check everything and found no fault. */
  public boolean isClean() {
    return isFinished() && faults.isEmpty() && unverified.isEmpty();
  }
}
