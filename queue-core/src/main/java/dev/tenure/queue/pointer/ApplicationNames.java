package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;

/** Maps interned application ids to names; fails with CORRUPT for an unknown id. */
public interface ApplicationNames {

  CompletableFuture<String> nameOf(RecordContext context, long applicationId);
}
