package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;

/** Opens the store in which a pointer's zone lies. */
public interface ZoneStores {

  /** Fails when the tenant has no store here, or it cannot be read by this process. */
  CompletableFuture<RecordStore> open(RecordContext context, PointerRef ref);
}
