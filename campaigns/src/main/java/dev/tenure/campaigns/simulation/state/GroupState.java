package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.queue.proto.QueueFollower;
import java.util.Map;
import java.util.Set;

/**
 * What a tenant's ordered groups hold beside their heads.
 *
 * @param followers by zone and id
 * @param existing the groups that have a record
 * @param heads the id of each group's head, by the group's record
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
}
