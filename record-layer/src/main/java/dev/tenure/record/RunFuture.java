package dev.tenure.record;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import org.jspecify.annotations.Nullable;

/**
 * What a run, or what follows from it, will come to. A thread that joins it first helps with the
 * commit under way, where the database lets clients do so: it is there already, and would else be
 * woken by way of two others.
 */
final class RunFuture<T> extends CompletableFuture<T> {
  private final @Nullable RunFuture<?> source;
  private volatile @Nullable ManagedBlocker commit;

  RunFuture() {
    this(null);
  }

  private RunFuture(@Nullable RunFuture<?> source) {
    this.source = source;
  }

  /** The commit that an attempt has submitted; of use when it can be helped with. */
  void committing(@Nullable CompletableFuture<?> submitted) {
    commit = submitted instanceof ManagedBlocker blocker ? blocker : null;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new RunFuture<>(this);
  }

  @Override
  public T join() {
    help();
    return super.join();
  }

  private void help() {
    RunFuture<?> run = this;
    while (run.source != null) {
      run = run.source;
    }
    ManagedBlocker underWay = run.commit;
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
