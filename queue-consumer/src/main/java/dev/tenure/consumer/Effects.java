package dev.tenure.consumer;

import dev.tenure.queue.cluster.TenantTransaction;
import java.util.concurrent.CompletionStage;

/**
 * Changes to the tenant's store that commit together with the item's completion: both take place or
 * neither. Effects may run several times before they commit once, so they must change nothing
 * outside the transaction. One transaction may complete several items of a tenant; their effects
 * run one after the other. Effects must not block.
 */
@FunctionalInterface
public interface Effects {

  /**
   * Reads and writes in the completing transaction. A failure in a separate transaction of the item
   * is a failed attempt of this item; docs/handlers.md has the table of failures that count.
   */
  CompletionStage<Void> apply(TenantTransaction transaction);
}
