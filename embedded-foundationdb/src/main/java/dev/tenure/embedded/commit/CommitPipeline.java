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
 * ({@link GroupWriter}), acknowledge, fire watches. One thread writes one group at a time.
 * Meanwhile the next group collects commits, and clients that block until their commits are done
 * order them.
 *
 * <p>Usually the commit executor's thread writes the groups. A client that blocks, is alone, and
 * finds no group under way carries out its group itself, because that is faster than waking the
 * executor's thread. If no client blocks, as in a simulation, commits are ordered when they arrive,
 * and a separate task writes each group. So there, too, the next group is ordered before the
 * previous one is written.
 *
 * <p>The group under way and {@link #close} hold the lock. A thread that releases the lock then
 * looks for commits that arrived meanwhile. Readers never wait for the lock, and of the clients
 * only those do that wait for a commit.
 */
final class CommitPipeline {
  /**
   * The least time between two checks whether the engine is idle. Without it, a clock that stands
   * still would cause checks without end.
   */
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

  /**
   * Waits for the group under way and refuses later ones; false when the pipeline was closed
   * already.
   */
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
   * Called on a thread that would otherwise only wait for its commit. It orders the waiting
   * commits, and carries out the group if it holds no commit of another client. A group with
   * several commits is written by the commit executor's thread, which can then go on with the next
   * group without waking another thread.
   */
  private void lead() {
    if (environment.pacer().isLedByClients()) {
      order.catchUp();
      if (order.waiting() == 1) {
        carryOutGroup();
      }
    }
  }

  /**
   * Carries out a group. Does nothing while another thread does so, since that thread looks for
   * waiting commits afterwards.
   */
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

  /**
   * Answers the rejected transactions. This happens only after the group is written, since a retry
   * before that would conflict again.
   */
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

  /** Fails all commits that are not answered yet. */
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

  /** Forgets old versions when no group commits for a while. Otherwise each group forgets some. */
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
