package dev.tenure.testkit.simulation;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Notes what became of ordered groups from check to check. */
final class GroupWatch {
  private final EdgeCounts edges;
  private Map<ItemKey, QueueItem> headsBefore = new HashMap<>();
  private Set<ItemKey> followersBefore = new HashSet<>();
  private Set<GroupKey> existingBefore = new HashSet<>();

  GroupWatch(EdgeCounts edges) {
    this.edges = edges;
  }

  void look(DatabaseState state) {
    Map<ItemKey, QueueItem> heads = new HashMap<>();
    Set<ItemKey> followers = new HashSet<>();
    Set<GroupKey> existing = new HashSet<>();
    for (TenantState tenant : state.tenants().values()) {
      tenant
          .items()
          .forEach(
              (key, item) -> {
                if (!item.getGroup().isEmpty()) {
                  heads.put(key, item);
                }
              });
      followers.addAll(tenant.groups().followers().keySet());
      existing.addAll(tenant.groups().existing());
    }
    heads.forEach(this::lookAtHead);
    edges.add(Edge.GROUP_BEGUN, missing(existing, existingBefore));
    edges.add(Edge.GROUP_ENDED, missing(existingBefore, existing));
    headsBefore = heads;
    followersBefore = followers;
    existingBefore = existing;
  }

  private void lookAtHead(ItemKey key, QueueItem head) {
    if (followersBefore.contains(key)) {
      edges.hit(Edge.GROUP_PROMOTED);
    }
    QueueItem before = headsBefore.get(key);
    if (before != null && head.getErrorCount() > before.getErrorCount()) {
      edges.hit(Edge.GROUP_RETRIED);
    }
  }

  private static long missing(Set<GroupKey> keys, Set<GroupKey> others) {
    return keys.stream().filter(key -> !others.contains(key)).count();
  }
}
