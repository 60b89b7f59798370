package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Ends that are committed one transaction after the other. Guarded by its {@link Completer}. */
final class CompletionLane {
  private final QueueCluster cluster;
  private final int completionsMax;
  private final Deque<Completion> waiting = new ArrayDeque<>();
  private boolean flushing;

  /** Ends with effects of one tenant have a lane, ends without have one for the cluster. */
  record Key(String cluster, Optional<TenantId> tenant) {}

  CompletionLane(QueueCluster cluster, int completionsMax) {
    this.cluster = cluster;
    this.completionsMax = completionsMax;
  }

  QueueCluster cluster() {
    return cluster;
  }

  /** True when the caller must begin to flush. */
  boolean add(Completion completion) {
    waiting.add(completion);
    boolean begin = !flushing;
    flushing = true;
    return begin;
  }

  /** The next transaction's ends; empty when there are none, and flushing is over. */
  List<Completion> next() {
    List<Completion> batch = new ArrayList<>();
    while (!waiting.isEmpty() && batch.size() < completionsMax) {
      batch.add(waiting.remove());
    }
    flushing = !batch.isEmpty();
    return batch;
  }
}
