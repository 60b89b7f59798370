package dev.tenure.campaigns.simulation.state;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.queue.proto.QueueItem;

/** Notes how ordered groups change from check to check. */
final class GroupWatch {
  private final EdgeCounts edges;

  GroupWatch(EdgeCounts edges) {
    this.edges = edges;
  }

  void look(DatabaseState state) {
    Changes changes = state.changes();
    changes
        .items()
        .forEach(
            (key, before) -> {
              QueueItem now = state.tenant(key.tenant()).items().get(key);
              if (now == null || now.getGroup().isEmpty()) {
                return;
              }
              if (before.isEmpty() && changes.followers().contains(key)) {
                edges.hit(Edge.GROUP_PROMOTED);
              }
              if (before.isPresent() && now.getErrorCount() > before.get().getErrorCount()) {
                edges.hit(Edge.GROUP_RETRIED);
              }
            });
    changes
        .groups()
        .forEach((group, existed) -> edges.hit(existed ? Edge.GROUP_ENDED : Edge.GROUP_BEGUN));
  }
}
