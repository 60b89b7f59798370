package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TracePropagation;

/**
 * Puts threads into the context of an item while its handler or the handler's effects run on them,
 * for instance into the context of a log. It is called concurrently, on any thread. Its exceptions
 * are logged and change nothing.
 */
@FunctionalInterface
public interface ItemScope {

  /** Puts the calling thread into the item's context until the scope is closed on that thread. */
  TracePropagation.Scope open(WorkItem item, TenantId tenant);

  /** A scope that does nothing. */
  static ItemScope none() {
    return (item, tenant) -> () -> {};
  }
}
