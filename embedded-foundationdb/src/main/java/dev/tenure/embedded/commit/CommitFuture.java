package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a commit. It completes on the completion executor, unless a thread waits in
 * {@link #completeHere}: that one completes it itself. So a client that commits and waits is not
 * woken by way of a third thread, yet nobody's continuation runs where commits are carried out for
 * others.
 */
public final class CommitFuture extends CompletableFuture<CommitOutcome> {
  private static final Object DECIDED = new Object();

  /** Null, the thread that waits, or {@link #DECIDED}. */
  private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

  // written before the state becomes DECIDED, read after
  private @Nullable CommitOutcome outcome;
  private @Nullable FDBException failure;

  private final Runnable lead;

  /**
   * @param lead carries out commits that wait, if nobody is at it
   */
  CommitFuture(Runnable lead) {
    this.lead = lead;
  }

  /** By whoever carries the commit out; does nothing when it is decided already. */
  void succeed(CommitOutcome decided, CompletionQueue completions) {
    if (state.get() != DECIDED) {
      outcome = decided;
      decide(completions);
    }
  }

  /** As {@link #succeed}. */
  void fail(FDBException decided, CompletionQueue completions) {
    if (state.get() != DECIDED) {
      failure = decided;
      decide(completions);
    }
  }

  private void decide(CompletionQueue completions) {
    Object waiting = state.getAndSet(DECIDED);
    if (!(waiting instanceof Thread thread)) {
      completions.add(this::complete);
    } else if (thread != Thread.currentThread()) {
      LockSupport.unpark(thread);
    }
  }

  private void complete() {
    if (failure != null) {
      completeExceptionally(failure);
    } else {
      complete(outcome);
    }
  }

  /**
   * Waits for the decision, or brings it about, and completes this future on the calling thread,
   * its continuations included. Returns at once when it is done, when it is about to be completed
   * elsewhere, or when the thread belongs to a pool that must know of its waiting. An interrupt is
   * kept for later.
   */
  public void completeHere() {
    Thread thread = Thread.currentThread();
    if (thread instanceof ForkJoinWorkerThread || !state.compareAndSet(null, thread)) {
      return;
    }
    lead.run();
    boolean interrupted = false;
    while (state.get() != DECIDED) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
    complete();
  }
}
