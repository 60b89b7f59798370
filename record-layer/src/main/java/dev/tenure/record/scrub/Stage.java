package dev.tenure.record.scrub;

import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One way through an index or its records, in slices. */
interface Stage {

  /** The name, for people, of the part that it examines. */
  String name();

  /** Whether a slice that meets a conflict may be made smaller. */
  default boolean isDivisible() {
    return true;
  }

  /**
   * Looks at what comes behind a place, and gives what it finds to the findings.
   *
   * @param from what a slice before has given; empty at the begin
   * @return fails with {@link dev.tenure.record.error.RecordLayerException} CONTINUATION_REFUSED
   *     when the place is none of this stage
   */
  CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings);
}
