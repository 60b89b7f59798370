package dev.tenure.testkit.simulation;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.simulation.proto.SimulatedEffect;
import dev.tenure.testkit.simulation.proto.SimulatedOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything the checks look at, as it was at one version.
 *
 * @param now the true virtual time of the reading
 * @param fingerprint of all rows
 * @param tenants a state that has not changed since another reading is the same object
 * @param pointers what the cluster holds for each zone: pointer, entries, nudges
 */
record DatabaseState(
    Instant now,
    long version,
    long fingerprint,
    Map<TenantId, TenantState> tenants,
    Map<ZoneKey, PointerState> pointers,
    IndexState topLevel) {

  /**
   * One tenant's store.
   *
   * @param items by zone and id
   * @param deadLetters by zone and id
   * @param groups what waits in ordered groups, whose heads are among the items
   * @param tally how many items' effects the tenant counted
   */
  record TenantState(
      Map<ItemKey, QueueItem> items,
      Map<ItemKey, QueueDeadLetter> deadLetters,
      GroupState groups,
      Map<String, SimulatedOrder> orders,
      Map<String, SimulatedEffect> effects,
      long tally,
      Set<String> pausedZones,
      IndexState indexes) {}

  /**
   * The entries of each index as stored, and as they follow from the records.
   *
   * @param stored by index name; an entry is its whole key followed by its value
   */
  record IndexState(Map<String, List<Tuple>> stored, Map<String, List<Tuple>> expected) {}

  /**
   * What the cluster holds for a zone.
   *
   * @param exists whether E is there
   * @param asleep whether S is there
   * @param nudges the vesting times of all nudges
   */
  record PointerState(
      boolean exists, boolean asleep, Optional<QueueItem> pointer, List<Instant> nudges) {}
}
