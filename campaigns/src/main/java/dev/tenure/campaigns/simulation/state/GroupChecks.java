package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks that an ordered group with items has one head, which joined it before all the others. The
 * check runs at every version, and only heads are leased and completed. So the items of a group end
 * in the order in which they joined, and no two of them are in flight.
 */
final class GroupChecks {
  private final TenantId tenant;
  private final TenantState state;
  private final Map<GroupKey, QueueItem> heads = new TreeMap<>();

  private GroupChecks(TenantId tenant, TenantState state) {
    this.tenant = tenant;
    this.state = state;
  }

  static void check(TenantId tenant, TenantState state) {
    GroupChecks checks = new GroupChecks(tenant, state);
    checks.checkHeads();
    checks.checkFollowers();
  }

  private void checkHeads() {
    for (QueueItem item : state.items().values()) {
      if (!item.getGroup().isEmpty()) {
        GroupKey group = new GroupKey(tenant, item.getZone(), item.getGroup());
        QueueItem other = heads.put(group, item);
        if (other != null) {
          throw new InvariantViolation(
              "%s has two heads, %s and %s".formatted(group, other.getId(), item.getId()));
        }
      }
    }
    GroupState groups = state.groups();
    require(
        groups.existing().equals(heads.keySet()),
        () ->
            "groups exist: %s, groups have heads: %s".formatted(groups.existing(), heads.keySet()));
    Map<GroupKey, String> ids = new TreeMap<>();
    heads.forEach((group, head) -> ids.put(group, head.getId()));
    require(
        groups.heads().equals(ids),
        () -> "heads are said to be %s, they are %s".formatted(groups.heads(), ids));
  }

  private void checkFollowers() {
    state
        .groups()
        .followers()
        .forEach(
            (key, follower) -> {
              GroupKey group = new GroupKey(tenant, key.zone(), follower.getGroup());
              QueueItem head = heads.get(group);
              if (head == null) {
                throw new InvariantViolation(key + " waits in " + group + ", which has no head");
              }
              ItemKey first = new ItemKey(tenant, head.getZone(), head.getId());
              require(
                  turn(first).compareTo(turn(key)) < 0,
                  () ->
                      "%s is the head of %s, which %s joined before it"
                          .formatted(first, group, key));
            });
  }

  private Versionstamp turn(ItemKey item) {
    Versionstamp turn = state.groups().turns().get(state.numbers().getOrDefault(item, ""));
    if (turn == null) {
      throw new InvariantViolation(item + " is in a group and never joined one");
    }
    return turn;
  }
}
