package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;

/** Opens the record store of a pointer's zone. */
public interface ZoneStores {

  /** Fails when the tenant has no store on this cluster, or this process cannot read the store. */
  CompletableFuture<RecordStore> open(RecordContext context, PointerRef ref);

  /** Whether no item of the store may begin now: its tenant is suspended or being deleted. */
  default boolean isClosed(RecordStore store) {
    return false;
  }
}
