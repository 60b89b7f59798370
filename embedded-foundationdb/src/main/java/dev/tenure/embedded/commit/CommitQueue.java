package dev.tenure.embedded.commit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Collects commits from any thread, until they are given their places in a group. */
final class CommitQueue {
  private final Queue<PendingCommit> commits = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Adds a commit and returns how many wait now. */
  int add(PendingCommit commit) {
    commits.add(commit);
    return waiting.incrementAndGet();
  }

  /** How many were added whose group is not yet closed to others. */
  int waiting() {
    return waiting.get();
  }

  boolean isEmpty() {
    return commits.isEmpty();
  }

  /** The next one, which still counts as waiting; null when there is none. */
  @Nullable PendingCommit next() {
    return commits.poll();
  }

  /** So many wait no longer. */
  void taken(int count) {
    waiting.addAndGet(-count);
  }
}
