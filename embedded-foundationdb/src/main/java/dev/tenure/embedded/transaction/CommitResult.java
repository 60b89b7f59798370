package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.CommitFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The future that {@code commit()} returns. A thread that joins it helps with the commit and
 * completes it with its continuations, see {@link CommitFuture}. A thread that waits for a future
 * derived from it can help in the same way, since this future is a blocker.
 */
final class CommitResult extends CompletableFuture<@Nullable Void>
    implements ForkJoinPool.ManagedBlocker {
  private volatile @Nullable CommitFuture decision;

  /** Lets a joining thread run the continuations of the decision. */
  void follows(CommitFuture sent) {
    decision = sent;
  }

  @Override
  public @Nullable Void join() {
    help();
    return super.join();
  }

  /** Helps as {@link #join} does, but never waits. */
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
