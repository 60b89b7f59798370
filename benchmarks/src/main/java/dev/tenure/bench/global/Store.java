package dev.tenure.bench.global;

import java.util.concurrent.CompletableFuture;

/** Carries out operations: the global index, or one store without it. */
interface Store {

  /**
   * Carries out an operation.
   *
   * @return whether it had an effect or found a record; fails with {@link
   *     dev.tenure.record.global.GlobalIndexException} when it was aborted
   */
  CompletableFuture<Boolean> perform(WorkloadOperation operation);
}
