package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.CommitFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * What {@code commit()} returns. A thread that joins it completes it itself, see {@link
 * CommitFuture}, with the continuations on it, as threads that join may always have to. A thread
 * that waits for something which follows from it can do as much: to it this is a blocker.
 */
final class CommitResult extends CompletableFuture<@Nullable Void>
    implements ForkJoinPool.ManagedBlocker {
  private volatile @Nullable CommitFuture decision;

  /** Lets the thread that joins carry out what follows the decision. */
  void follows(CommitFuture sent) {
    decision = sent;
  }

  @Override
  public @Nullable Void join() {
    help();
    return super.join();
  }

  /** Helps as {@link #join} does; what it cannot help with it does not wait for. */
  @Override
  public boolean block() {
    help();
    return true;
  }

  @Override
  public boolean isReleasable() {
    return isDone();
  }

  private void help() {
    CommitFuture sent = decision;
    if (sent != null) {
      sent.completeHere();
    }
  }
}
