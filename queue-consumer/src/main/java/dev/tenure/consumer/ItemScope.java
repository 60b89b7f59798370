package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TracePropagation;

/**
 * Puts threads into the context of an item while its handler or the handler's effects run on them,
 * for instance into the context of a log. Called concurrently, and on any thread; what it throws is
 * logged and changes nothing.
 */
@FunctionalInterface
public interface ItemScope {

  /** Puts the calling thread into the item's context until the scope is closed on that thread. */
  TracePropagation.Scope open(WorkItem item, TenantId tenant);

  /** No context. */
  static ItemScope none() {
    return (item, tenant) -> () -> {};
  }
}
