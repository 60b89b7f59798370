package dev.tenure.embedded.commit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Collects commits from all threads until they get their positions in a group. */
final class CommitQueue {
  private final Queue<PendingCommit> commits = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Adds a commit and returns the number of waiting commits. */
  int add(PendingCommit commit) {
    commits.add(commit);
    return waiting.incrementAndGet();
  }

  /** The number of commits that are not in a sealed group. */
  int waiting() {
    return waiting.get();
  }

  boolean isEmpty() {
    return commits.isEmpty();
  }

  /**
   * Removes and returns the next commit, which still counts as waiting; null when there is none.
   */
  @Nullable PendingCommit next() {
    return commits.poll();
  }

  /** Notes that this many commits no longer wait. */
  void taken(int count) {
    waiting.addAndGet(-count);
  }
}
