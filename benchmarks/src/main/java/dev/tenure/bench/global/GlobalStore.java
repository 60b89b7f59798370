package dev.tenure.bench.global;

import dev.tenure.record.global.client.GlobalIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The global index. */
record GlobalStore(GlobalIndex index) implements Store {
  @Override
  public CompletableFuture<Boolean> perform(WorkloadOperation operation) {
    return switch (operation.kind()) {
      case CREATE -> index.create(operation.pk(), operation.content()).thenApply(created -> true);
      case READ ->
          operation
              .lookedUp()
              .map(index::read)
              .orElseGet(() -> index.read(operation.pk()))
              .thenApply(Optional::isPresent);
      case UPDATE -> index.update(operation.pk(), operation::changed).thenApply(updated -> true);
      case DELETE ->
          operation.lookedUp().map(index::delete).orElseGet(() -> index.delete(operation.pk()));
    };
  }
}
