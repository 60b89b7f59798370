package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The result of a commit. It completes on the completion executor. If a thread waits in {@link
 * #completeHere}, that thread completes it instead. So a client that commits and waits is not woken
 * by way of a third thread, and no continuation of a client runs on the thread that carries out the
 * commits of others.
 */
public final class CommitFuture extends CompletableFuture<CommitOutcome> {
  private static final Object DECIDED = new Object();

  /** Null, the waiting thread, or {@link #DECIDED}. */
  private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

  // written before the state becomes DECIDED, read after
  private @Nullable CommitOutcome outcome;
  private @Nullable FDBException failure;

  private final Runnable lead;

  /**
   * @param lead carries out waiting commits, unless another thread does so already
   */
  CommitFuture(Runnable lead) {
    this.lead = lead;
  }

  /**
   * Decides that the commit succeeded. Called by the thread that carries the commit out; does
   * nothing when the result is decided already.
   */
  void succeed(CommitOutcome decided, CompletionQueue completions) {
    if (state.get() != DECIDED) {
      outcome = decided;
      decide(completions);
    }
  }

  /** Decides that the commit failed; as {@link #succeed}. */
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
   * Waits for the decision, or brings it about, and then completes this future with its
   * continuations on the calling thread. It returns at once in three cases: the future is done,
   * another thread is about to complete it, or the calling thread belongs to a pool that must know
   * when its threads wait. An interrupt is kept for later.
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
