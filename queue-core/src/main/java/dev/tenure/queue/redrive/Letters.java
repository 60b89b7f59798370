package dev.tenure.queue.redrive;

import dev.tenure.queue.redrive.LetterScan.Seen;
import dev.tenure.queue.redrive.RedriveSlice.Changes;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where the dead letters of a request lie: in the tenant's record store, or in an external one. */
interface Letters {

  /**
   * Reads some letters behind a position.
   *
   * @param matchesMax the most letters that are selected, at least 1
   */
  CompletableFuture<Seen> look(RunOptions run, RedrivePosition position, int matchesMax);

  /** Changes letters of one zone that are still as they were read. */
  CompletableFuture<Changes> change(String zone, List<DeadLetter> letters);

  /** The number of all letters of the request's scope, selected or not. */
  CompletableFuture<Long> count(RunOptions run);
}
