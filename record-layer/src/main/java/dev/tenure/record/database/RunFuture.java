package dev.tenure.record.database;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The future of a run, or one derived from it. A thread that joins it first helps with the commit
 * under way, if the database lets clients do so; otherwise it would be woken by way of two other
 * threads. It then stays until that commit is decided, even if the future is completed from outside
 * meanwhile.
 */
final class RunFuture<T> extends CompletableFuture<T> {
  /**
   * The commit that can be helped with. The run and all that follows from it share this, not each
   * other: in a chain that never ends, what is over is not kept.
   */
  private final AtomicReference<@Nullable ManagedBlocker> commit;

  RunFuture() {
    this(new AtomicReference<>());
  }

  private RunFuture(AtomicReference<@Nullable ManagedBlocker> commit) {
    this.commit = commit;
  }

  /** Notes the commit that an attempt has sent, with which joining threads may help. */
  void committing(@Nullable CompletableFuture<?> submitted) {
    commit.set(submitted instanceof ManagedBlocker blocker ? blocker : null);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new RunFuture<>(commit);
  }

  @Override
  public T join() {
    help();
    return super.join();
  }

  private void help() {
    ManagedBlocker underWay = commit.get();
    if (underWay != null && !isDone()) {
      try {
        ForkJoinPool.managedBlock(underWay);
      } catch (InterruptedException e) {
        // Joining goes on; who interrupted finds it out afterwards, as with any join.
        Thread.currentThread().interrupt();
      }
    }
  }
}
