package dev.tenure.record.scrub;

import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One pass over an index or its records, in slices. */
interface Stage {

  /** The name, for people, of the part that it examines. */
  String name();

  /** Whether a slice that meets a conflict may be made smaller. */
  default boolean isDivisible() {
    return true;
  }

  /**
   * Checks the slice after a position, and adds faults to the findings.
   *
   * @param from the {@code next} of the previous slice; empty at the beginning
   * @return fails with {@link dev.tenure.record.error.RecordLayerException} CONTINUATION_REFUSED
   *     when the position does not belong to this stage
   */
  CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings);
}
