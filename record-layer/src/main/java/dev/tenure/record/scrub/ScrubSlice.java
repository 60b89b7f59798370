package dev.tenure.record.scrub;

import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One slice that has been looked at in a transaction, which is not committed yet.
 *
 * @param stage what was looked at
 * @param number of the stage
 * @param part of the index that it looks at
 * @param count of all stages
 * @param next where the scrub goes on; empty at the end of the last stage
 */
record ScrubSlice(
    String stage, int number, int part, int count, Looked looked, Optional<ScrubPosition> next) {
  static final String NO_AUDIT = "its type cannot be looked through; rebuild the index to be sure";

  private static final String STANDS_ON_FAULTS = "what it stands on has faults, repair these first";
  private static final Looked NOTHING = new Looked(0, 0, Optional.empty());

  /** The slice of an index that cannot be scrubbed. */
  static ScrubSlice nothing() {
    return new ScrubSlice("nothing", 0, 0, 0, NOTHING, Optional.empty());
  }

  /**
   * Looks at what comes behind a position.
   *
   * @param faultyPart the first part that is known to have faults which are not repaired: those
   *     behind it are passed over
   */
  static CompletableFuture<ScrubSlice> look(
      OpenIndex index,
      Stages stages,
      ScrubPosition from,
      SliceBudget budget,
      int faultyPart,
      Findings findings) {
    int number = from.stage();
    if (stages.part(number) > faultyPart) {
      findings.addUnverified(stages.get(number).name(), STANDS_ON_FAULTS);
      return CompletableFuture.completedFuture(slice(index, stages, number, NOTHING));
    }
    return stages
        .get(number)
        .look(index, from.place(), budget, findings)
        .thenApply(looked -> slice(index, stages, number, looked));
  }

  private static ScrubSlice slice(OpenIndex index, Stages stages, int number, Looked looked) {
    return new ScrubSlice(
        stages.get(number).name(),
        number,
        stages.part(number),
        stages.size(),
        looked,
        next(index, stages, number, looked));
  }

  private static Optional<ScrubPosition> next(
      OpenIndex index, Stages stages, int number, Looked looked) {
    if (looked.next().isPresent()) {
      return Optional.of(ScrubPosition.of(index, number, looked.next().get()));
    }
    return number + 1 < stages.size()
        ? Optional.of(ScrubPosition.of(index, number + 1, new byte[0]))
        : Optional.empty();
  }
}
