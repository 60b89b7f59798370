package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes commits through their stages: collect, order and check ({@link CommitSequencer}), write
 * ({@link GroupWriter}), acknowledge, fire watches. One thread writes one group at a time;
 * meanwhile the next collects, and is ordered by clients that block until their commits are done.
 *
 * <p>The thread that writes is usually the commit executor's. But a client that blocks and is alone
 * carries out its group itself, when none is under way: it is there already, and the executor's
 * thread is still to be woken. Where nobody blocks, as in a simulation, commits are ordered as they
 * come in, and a group is written in a task of its own: so the next one is ordered before it is
 * written there, too.
 *
 * <p>The lock is held by the group under way and by {@link #close}; whoever holds it looks, after
 * letting go, for what came in meanwhile. No reader waits for it, and no client that does not wait
 * anyway.
 */
final class CommitPipeline {
  /** Between two looks whether the engine is idle: a clock that stands still brings neither on. */
  private static final long EXPIRY_MICROS_MIN = 1_000_000;

  private final EngineEnvironment environment;
  private final VersionWindow window;
  private final GroupWriter writer;
  private final CompletionQueue completions;
  private final WatchTable watches;
  private final FutureVersions futureVersions;
  private final CommitSequencer order;
  private final Queue<CompletableFuture<Void>> freshVersionsWanted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final AtomicBoolean expiryScheduled = new AtomicBoolean();
  private final ReentrantLock groupLock = new ReentrantLock();
  private volatile @Nullable CommitGroup sealed; // changed under the lock
  private volatile boolean closed;

  CommitPipeline(
      EngineEnvironment environment,
      VersionWindow window,
      GroupWriter writer,
      CompletionQueue completions,
      WatchTable watches,
      FutureVersions futureVersions) {
    this.environment = environment;
    this.window = window;
    this.writer = writer;
    this.completions = completions;
    this.watches = watches;
    this.futureVersions = futureVersions;
    this.order = new CommitSequencer(window, environment.limits());
  }

  CompletableFuture<CommitOutcome> submit(CommitRequest request) {
    PendingCommit commit;
    try {
      commit = new PendingCommit(request, this::lead);
    } catch (FDBException e) {
      return CompletableFuture.failedFuture(e);
    }
    int waiting = order.add(commit);
    if (!environment.pacer().isLedByClients()) {
      order.catchUp();
    }
    schedule();
    environment.pacer().arrived(waiting);
    return commit.future();
  }

  /** Completes once the newest version has caught up with the clock; fails with 1510. */
  CompletableFuture<Void> freshVersion() {
    CompletableFuture<Void> fresh = new CompletableFuture<>();
    freshVersionsWanted.add(fresh);
    schedule();
    return fresh;
  }

  /** Waits for the group under way and refuses those after it; false when closed already. */
  boolean close() {
    groupLock.lock();
    try {
      boolean open = !closed;
      closed = true;
      refuseWaiting();
      return open;
    } finally {
      letGo();
    }
  }

  private void schedule() {
    if (scheduled.compareAndSet(false, true)) {
      try {
        environment
            .commitExecutor()
            .execute(
                () -> {
                  scheduled.set(false);
                  carryOutGroup();
                });
      } catch (RejectedExecutionException e) {
        // The executor was shut down before the engine: nothing that waits can be carried out.
        scheduled.set(false);
        refuseWaiting();
        completions.flush();
      }
    }
  }

  /**
   * On a thread that would else only wait for its commit: puts what waits in order, and carries out
   * the group when there is nobody else in it. With others in it, the commit executor's thread is
   * the one to write it, which goes on with the next group without another having to be woken.
   */
  private void lead() {
    if (environment.pacer().isLedByClients()) {
      order.catchUp();
      if (order.waiting() == 1) {
        carryOutGroup();
      }
    }
  }

  /** Does nothing while another thread is at it: that one looks for what waits when it lets go. */
  private void carryOutGroup() {
    if (!groupLock.tryLock()) {
      return;
    }
    try {
      if (closed) {
        refuseWaiting();
      } else if (isWanted()) {
        carryOn();
      }
    } finally {
      letGo();
    }
  }

  private void letGo() {
    groupLock.unlock();
    completions.flush();
    if (isWanted()) {
      schedule();
    }
  }

  private boolean isWanted() {
    return sealed != null || order.waiting() > 0 || !freshVersionsWanted.isEmpty();
  }

  private void carryOn() {
    CommitGroup group = sealed;
    sealed = null;
    if (group == null) {
      if (order.waiting() > 0) {
        environment.pacer().awaitCompany(order::waiting);
      }
      group = order.seal();
      if (!environment.pacer().isLedByClients()) {
        sealed = group;
        return;
      }
    }
    write(group);
  }

  private void write(CommitGroup group) {
    FDBException failure = group.failure();
    if (failure != null) {
      abandon(group, failure);
      return;
    }
    boolean synced;
    try {
      synced = writer.write(group);
    } catch (FDBException e) {
      abandon(group, e);
      return;
    } catch (RuntimeException | Error e) {
      abandon(group, FdbErrors.internalError(e));
      return;
    }
    order.written(group);
    acknowledge(group, synced);
  }

  private void abandon(CommitGroup group, FDBException cause) {
    window.abandonGroup();
    order.abandoned(group);
    answerRejected(group);
    failAll(group.commits(), cause);
  }

  /** Only after the group is written: a retry before that would conflict again. */
  private void answerRejected(CommitGroup group) {
    for (CommitGroup.Rejected each : group.rejected()) {
      each.commit().future().fail(each.cause(), completions);
    }
  }

  private void acknowledge(CommitGroup group, boolean synced) {
    environment.pacer().acknowledged(synced ? group.accepted().size() : 0);
    answerRejected(group);
    int batchOrder = 0;
    for (PendingCommit commit : group.accepted()) {
      CommitOutcome outcome = new CommitOutcome(group.version(), batchOrder++);
      commit.future().succeed(outcome, completions);
    }
    takeFreshVersionsWanted().forEach(fresh -> completions.add(() -> fresh.complete(null)));
    completions.flush();
    watches.changed(group.writes());
    futureVersions.reached();
    scheduleExpiry(VersionWindow.WINDOW_VERSIONS);
  }

  /** Fails all that are not answered yet. */
  private void failAll(List<PendingCommit> commits, FDBException cause) {
    for (PendingCommit commit : commits) {
      commit.future().fail(cause, completions);
    }
    takeFreshVersionsWanted()
        .forEach(fresh -> completions.add(() -> fresh.completeExceptionally(cause)));
  }

  private List<CompletableFuture<Void>> takeFreshVersionsWanted() {
    List<CompletableFuture<Void>> taken = new ArrayList<>();
    CompletableFuture<Void> wanted;
    while ((wanted = freshVersionsWanted.poll()) != null) {
      taken.add(wanted);
    }
    return taken;
  }

  private void refuseWaiting() {
    groupLock.lock();
    try {
      FDBException cancelled = FdbErrors.exception(FdbErrors.OPERATION_CANCELLED);
      if (sealed != null) {
        abandon(sealed, cancelled);
        sealed = null;
      }
      do {
        failAll(order.close(), cancelled);
      } while (order.waiting() > 0);
    } finally {
      groupLock.unlock();
    }
  }

  private void scheduleExpiry(long micros) {
    if (expiryScheduled.compareAndSet(false, true)) {
      Runnable expiry = () -> environment.commitExecutor().execute(this::expireWhenIdle);
      var unused = environment.timer().schedule(expiry, micros, TimeUnit.MICROSECONDS);
    }
  }

  /** Groups forget old versions as they go; this is for when no group comes for a while. */
  private void expireWhenIdle() {
    groupLock.lock();
    try {
      expiryScheduled.set(false);
      if (closed) {
        return;
      }
      long floor = window.floorNow();
      long untilIdle = window.newestVersion() - floor;
      if (untilIdle > 0) {
        scheduleExpiry(Math.max(untilIdle, EXPIRY_MICROS_MIN));
      } else {
        window.expire(floor);
        order.expire(floor);
      }
    } finally {
      letGo();
    }
  }
}
