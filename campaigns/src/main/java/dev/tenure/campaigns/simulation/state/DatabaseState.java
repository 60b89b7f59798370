package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The data that the checks examine, as of one version. Valid until the next reading.
 *
 * @param now the true virtual time of the reading
 * @param tenants what lies in each tenant's store; a cluster's local items and its own store are
 *     those of the tenant that their handlers are told
 * @param pointers what the clusters hold for each zone: pointer, entries, nudges
 * @param changes the differences since {@link StateReader#takeChanges}
 */
public record DatabaseState(
    Instant now,
    long version,
    Map<TenantId, TenantState> tenants,
    Map<ZoneKey, PointerState> pointers,
    Changes changes) {

  public TenantState tenant(TenantId id) {
    return Objects.requireNonNull(tenants.get(id), () -> id + " has no store");
  }

  /**
   * One store.
   *
   * @param items by zone and id, without pointers
   * @param deadLetters by zone and id
   * @param groups what waits in ordered groups, whose heads are among the items
   * @param numbers of the orders, by their items
   * @param tally how many items' effects the tenant counted
   */
  public record TenantState(
      NavigableMap<ItemKey, QueueItem> items,
      Map<ItemKey, QueueDeadLetter> deadLetters,
      GroupState groups,
      Map<String, SimulatedOrder> orders,
      Map<ItemKey, String> numbers,
      Map<String, SimulatedEffect> effects,
      long tally,
      Set<String> pausedZones) {

    /** The items of one of its zones. */
    SortedMap<ItemKey, QueueItem> items(ZoneKey zone) {
      return items.subMap(
          new ItemKey(zone.tenant(), zone.zone(), ""),
          new ItemKey(zone.tenant(), zone.zone() + '\0', ""));
    }
  }

  /**
   * The entries of each index as stored, and as they follow from the records.
   *
   * @param stored by index name; an entry is its whole key followed by its value
   */
  record IndexState(Map<String, List<Tuple>> stored, Map<String, List<Tuple>> expected) {}

  /**
   * What a cluster holds for a zone.
   *
   * @param shard that E names; empty when E is not there
   * @param asleep S
   * @param nudges the vesting times of all nudges
   */
  public record PointerState(
      Optional<Long> shard,
      Optional<Asleep> asleep,
      Optional<QueueItem> pointer,
      List<Instant> nudges) {

    /** The state of a zone without any rows. */
    static final PointerState ABSENT =
        new PointerState(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    /** The time of the next visit to the zone, when its pointer or a nudge vests. */
    public Optional<Instant> wakes() {
      return Stream.concat(
              pointer.stream().map(item -> Instant.ofEpochMilli(item.getVestingMillis())),
              nudges.stream())
          .min(Instant::compareTo);
    }
  }

  /**
   * The asleep entry of a zone.
   *
   * @param committed the version at which it was written
   * @param born whether it was written together with E
   */
  record Asleep(long committed, boolean born) {}
}
