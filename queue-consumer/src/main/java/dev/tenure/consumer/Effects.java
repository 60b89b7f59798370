package dev.tenure.consumer;

import dev.tenure.queue.cluster.TenantTransaction;
import java.util.concurrent.CompletionStage;

/**
 * What is to be committed together with an item's completion, in its tenant's store: both happen or
 * neither. May run several times before it commits once, so it changes nothing but the transaction.
 * A transaction may complete several items of one tenant, the effects of each after those of the
 * one before. Effects must not block.
 */
@FunctionalInterface
public interface Effects {

  /**
   * Reads and writes in the completing transaction. A failure is a failed attempt of the item
   * alone, once it happens in a transaction of the item's own; docs/handlers.md has the table of
   * what counts.
   */
  CompletionStage<Void> apply(TenantTransaction transaction);
}
