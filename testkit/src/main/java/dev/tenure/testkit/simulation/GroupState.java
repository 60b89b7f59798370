package dev.tenure.testkit.simulation;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.testkit.simulation.proto.SimulatedTurn;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a tenant's ordered groups hold beside their heads.
 *
 * @param followers by zone and id
 * @param existing the groups that are said to exist
 * @param heads the id of each group's head, as it is said to be
 * @param turns when the item of each order, by its number, last joined its group
 */
record GroupState(
    Map<ItemKey, QueueFollower> followers,
    Set<GroupKey> existing,
    Map<GroupKey, String> heads,
    Map<String, Versionstamp> turns) {

  static GroupState none() {
    return new GroupState(Map.of(), Set.of(), Map.of(), Map.of());
  }

  static GroupState read(TenantId tenant, RecordStore store) {
    GroupState state =
        new GroupState(new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
    for (QueueFollower each : Reads.records(store, QueueFollower.class)) {
      state.followers.put(new ItemKey(tenant, each.getZone(), each.getId()), each);
    }
    for (QueueGroup each : Reads.records(store, QueueGroup.class)) {
      state.existing.add(new GroupKey(tenant, each.getZone(), each.getGroup()));
    }
    for (QueueGroupHead each : Reads.records(store, QueueGroupHead.class)) {
      state.heads.put(new GroupKey(tenant, each.getZone(), each.getGroup()), each.getId());
    }
    for (StoredRecord stored : Reads.stored(store, SimulatedTurn.class)) {
      String number = ((SimulatedTurn) stored.message()).getNumber();
      state.turns.put(number, stored.version().orElseThrow());
    }
    return state;
  }
}
