package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.CommitFuture;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What {@code commit()} returns. A thread that joins it completes it itself, see {@link
 * CommitFuture}, with the continuations on it, as threads that join may always have to.
 */
final class CommitResult extends CompletableFuture<@Nullable Void> {
  private volatile @Nullable CommitFuture decision;

  /** Lets the thread that joins carry out what follows the decision. */
  void follows(CommitFuture sent) {
    decision = sent;
  }

  @Override
  public @Nullable Void join() {
    CommitFuture sent = decision;
    if (sent != null) {
      sent.completeHere();
    }
    return super.join();
  }
}
