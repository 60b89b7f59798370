package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run has come to.
 *
 * @param index the name of the index
 * @param faults all that were found, in the order in which they were
 * @param unverified what could not be judged
 * @param counts of what it did
 * @param elapsed from begin to end
 * @param position where another run goes on, when this one ended at a limit; empty when it has
 *     looked at everything behind where it began
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

  /** Whether the run came to the end. */
  public boolean isFinished() {
    return position.isEmpty();
  }

  /** Whether the run came to the end, could judge everything and found no fault. */
  public boolean isClean() {
    return isFinished() && faults.isEmpty() && unverified.isEmpty();
  }
}
