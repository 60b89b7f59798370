package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;

/** Opens the record store of a pointer's zone. */
public interface ZoneStores {

  /** Fails when the tenant has no store on this cluster, or this process cannot read the store. */
  CompletableFuture<RecordStore> open(RecordContext context, PointerRef ref);
}
