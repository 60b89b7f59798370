package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.cluster.TenantMark;
import java.util.Map;
import java.util.Set;

/**
 * The data of a tenant on a cluster.
 *
 * @param times how often each order's item was done
 * @param leases of the items by their ids; empty for one without a lease
 * @param dead ids of items that were set aside
 */
record SimulatedStore(
    Standing standing,
    Set<String> orders,
    Map<String, Long> times,
    Map<String, String> leases,
    Set<String> dead) {

  /**
   * The identity of a store, and what the store allows.
   *
   * @param life 0 when it was made without a directory
   */
  record Standing(long life, TenantMark mark) {
    boolean isOpen() {
      return mark.state() == TenantMark.State.OPEN;
    }

    boolean isSuspended() {
      return mark.state() == TenantMark.State.SUSPENDED;
    }

    boolean isDeleting() {
      return mark.state() == TenantMark.State.DELETING;
    }

    boolean isOf(long entryLife) {
      return life == 0 || life == entryLife;
    }
  }
}
