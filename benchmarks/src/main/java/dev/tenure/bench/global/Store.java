package dev.tenure.bench.global;

import java.util.concurrent.CompletableFuture;

/** Something that carries out operations: the global index, or one store without it. */
interface Store {

  /**
   * @return whether the operation had an effect or found a record; fails with {@link
   *     dev.tenure.record.global.GlobalIndexException} when it was aborted
   */
  CompletableFuture<Boolean> perform(WorkloadOperation operation);
}
