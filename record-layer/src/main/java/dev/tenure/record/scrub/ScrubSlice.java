package dev.tenure.record.scrub;

import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The result of a slice that a transaction has checked; the transaction is not committed yet.
 *
 * @param stage the name of the stage
 * @param number the number of the stage
 * @param part the part of the index that the stage checks
 * @param count the number of all stages
 * @param next the position at which the scrub continues; empty at the end of the last stage
 */
record ScrubSlice(
    String stage, int number, int part, int count, Looked looked, Optional<ScrubPosition> next) {
  static final String NO_AUDIT = "its type cannot be looked through; rebuild the index to be sure";

  private static final String STANDS_ON_FAULTS = "what it stands on has faults, repair these first";
  private static final Looked NOTHING = new Looked(0, 0, Optional.empty());

  /** The result for an index that cannot be scrubbed. */
  static ScrubSlice nothing() {
    return new ScrubSlice("nothing", 0, 0, 0, NOTHING, Optional.empty());
  }

  /**
   * Checks the slice after a position.
   *
   * @param faultyPart the first part of the index with faults that are not repaired; parts after it
   *     are skipped
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
