package dev.tenure.embedded.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects commits from any thread; the commit thread takes them a group at a time. */
final class CommitQueue {
  private final EngineLimits limits;
  private final Queue<PendingCommit> commits = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  CommitQueue(EngineLimits limits) {
    this.limits = limits;
  }

  /** Adds a commit and returns how many wait now. */
  int add(PendingCommit commit) {
    commits.add(commit);
    return waiting.incrementAndGet();
  }

  int waiting() {
    return waiting.get();
  }

  /** The next group: all that wait, as far as the limits of a group allow, but at least one. */
  List<PendingCommit> takeGroup() {
    List<PendingCommit> group = new ArrayList<>();
    long bytes = 0;
    while (group.size() < limits.groupTransactionsMax() && bytes < limits.groupBytesMax()) {
      PendingCommit commit = commits.poll();
      if (commit == null) {
        break;
      }
      group.add(commit);
      bytes += commit.bytes();
    }
    waiting.addAndGet(-group.size());
    return group;
  }
}
