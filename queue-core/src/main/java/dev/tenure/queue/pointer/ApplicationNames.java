package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;

/** The names behind interned application ids; an unknown id is corruption. */
public interface ApplicationNames {

  CompletableFuture<String> nameOf(RecordContext context, long applicationId);
}
