package dev.tenure.record.scrub;

import dev.tenure.record.index.OpenIndex;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One slice that has been looked at in a transaction, which is not committed yet.
 *
 * @param stage what was looked at
 * @param number of the stage
 * @param count of all stages
 * @param next where the scrub goes on; empty at the end of the last stage
 */
record ScrubSlice(
    String stage, int number, int count, Looked looked, Optional<ScrubPosition> next) {
  static final String NO_AUDIT = "its type cannot be looked through; rebuild the index to be sure";

  /** Looks at what comes behind a position. */
  static CompletableFuture<ScrubSlice> look(
      OpenIndex index,
      List<Stage> stages,
      ScrubPosition from,
      SliceLimits limits,
      Findings findings) {
    int number = from.stage();
    Stage stage = stages.get(number);
    return stage
        .look(index, from.place(), limits, findings)
        .thenApply(
            looked ->
                new ScrubSlice(
                    stage.name(),
                    number,
                    stages.size(),
                    looked,
                    next(index, stages, number, looked)));
  }

  private static Optional<ScrubPosition> next(
      OpenIndex index, List<Stage> stages, int number, Looked looked) {
    if (looked.next().isPresent()) {
      return Optional.of(ScrubPosition.of(index, number, looked.next().get()));
    }
    return number + 1 < stages.size()
        ? Optional.of(ScrubPosition.of(index, number + 1, new byte[0]))
        : Optional.empty();
  }
}
