package dev.tenure.consumer;

import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.TenantTransaction;
import java.util.concurrent.CompletionStage;

/**
 * Effects on any stores of the item's cluster: those of other tenants, those of applications, and
 * local items (paper section 6: what is confined to one cluster). They commit with the item's
 * completion, as {@link Effects} do. The only effects that a local item can have.
 */
@FunctionalInterface
public interface ClusterEffects extends Effects {

  /** Reads and writes in the completing transaction, as {@link Effects#apply} does. */
  CompletionStage<Void> applyTo(ClusterTransaction transaction);

  @Override
  default CompletionStage<Void> apply(TenantTransaction transaction) {
    return applyTo(transaction.cluster());
  }
}
