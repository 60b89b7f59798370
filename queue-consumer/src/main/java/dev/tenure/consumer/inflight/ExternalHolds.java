package dev.tenure.consumer.inflight;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.zone.LeasedItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The leases on pointers that this consumer's visits to external zones have left, because the store
 * leases no items. When the last item of a visit has ended, the lease is given back. If the
 * consumer dies or loses an item, the lease ends by itself. Thread-safe.
 */
public final class ExternalHolds {
  private final Map<LeaseId, Integer> left = new HashMap<>();

  /** Notes the items of a visit, if their pointer stays leased for them. */
  public synchronized void taken(ItemLocation home, List<LeasedItem> items) {
    if (home instanceof ItemLocation.OfExternal external
        && !items.isEmpty()
        && !external.store().leasesItems()) {
      left.put(items.get(0).lease().id(), items.size());
    }
  }

  /**
   * Notes that an item has ended. Gives whether the lease on its pointer is to be given back now.
   */
  public synchronized boolean ended(InFlightItem inFlight) {
    Integer before = left.get(inFlight.leaseId());
    if (before == null) {
      return false;
    }
    if (before > 1) {
      left.put(inFlight.leaseId(), before - 1);
      return false;
    }
    left.remove(inFlight.leaseId());
    return true;
  }
}
