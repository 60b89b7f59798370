package dev.tenure.consumer;

import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.external.store.ExternalEffects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Effects in the external store in which the item lies, in the transaction that completes it there.
 * An item in FoundationDB cannot have them.
 */
public record StoreEffects(ExternalEffects effects) implements Effects {
  @Override
  public CompletionStage<Void> apply(TenantTransaction transaction) {
    return CompletableFuture.failedFuture(
        new IllegalArgumentException(
            "the item lies in FoundationDB: its handler cannot return effects of an external"
                + " store"));
  }
}
