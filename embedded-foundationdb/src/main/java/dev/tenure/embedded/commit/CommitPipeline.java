package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes commits through their stages: collect ({@link CommitQueue}), order and check ({@link
 * CommitGroup}), write ({@link GroupWriter}), acknowledge, fire watches. One thread carries out one
 * group; while it writes, the next group collects.
 *
 * <p>Usually that is the commit executor's. But a client that blocks until its commit is done may
 * carry out the group itself, when none is under way, as RocksDB's writers do: it is there already,
 * and the executor's thread is still to be woken. The lock is held by the group under way and by
 * {@link #close}; whoever holds it looks, after letting go, for what came in meanwhile. No reader
 * waits for it, and no client that does not wait anyway.
 */
final class CommitPipeline {
  private final EngineEnvironment environment;
  private final VersionWindow window;
  private final GroupWriter writer;
  private final CompletionQueue completions;
  private final WatchTable watches;
  private final FutureVersions futureVersions;
  private final CommitQueue queue;
  private final ConflictHistory history = new ConflictHistory();
  private final Queue<CompletableFuture<Void>> freshVersionsWanted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final AtomicBoolean expiryScheduled = new AtomicBoolean();
  private final ReentrantLock groupLock = new ReentrantLock();
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
    this.queue = new CommitQueue(environment.limits());
  }

  CompletableFuture<CommitOutcome> submit(CommitRequest request) {
    PendingCommit commit;
    try {
      commit = new PendingCommit(request, this::lead);
    } catch (FDBException e) {
      return CompletableFuture.failedFuture(e);
    }
    int waiting = queue.add(commit);
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

  /** On a thread that would else only wait for its commit: carries out the group it is in. */
  private void lead() {
    if (environment.pacer().isLedByClients()) {
      carryOutGroup();
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
        runNextGroup();
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
    return queue.waiting() > 0 || !freshVersionsWanted.isEmpty();
  }

  private void runNextGroup() {
    if (queue.waiting() > 0) {
      environment.pacer().awaitCompany(queue::waiting);
    }
    List<PendingCommit> commits = queue.takeGroup();
    long version = window.beginGroup();
    CommitGroup group = new CommitGroup(version, history, window.newestState().snapshot());
    boolean published = false;
    try {
      order(commits, group);
      if (!commits.isEmpty() || !freshVersionsWanted.isEmpty()) {
        boolean synced = writer.write(group);
        published = true;
        acknowledge(group, synced);
      }
    } catch (FDBException e) {
      answerRejected(group);
      failAll(commits, e);
    } catch (StorageException e) {
      answerRejected(group);
      failAll(commits, FdbErrors.ioError(e));
    } catch (RuntimeException | Error e) {
      failAll(commits, FdbErrors.internalError(e));
    } finally {
      if (!published) {
        window.abandonGroup();
      }
    }
  }

  private void order(List<PendingCommit> commits, CommitGroup group) {
    long oldest = window.oldestCommittable(group.version());
    for (PendingCommit commit : commits) {
      group.order(commit, oldest);
    }
    history.expireSome(group.version() - VersionWindow.WINDOW_VERSIONS);
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
    do {
      failAll(queue.takeGroup(), FdbErrors.exception(FdbErrors.OPERATION_CANCELLED));
    } while (queue.waiting() > 0);
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
      long untilIdle = window.newestState().version() - floor;
      if (untilIdle > 0) {
        scheduleExpiry(untilIdle);
      } else {
        window.expire(floor);
        history.expireAll(floor);
      }
    } finally {
      letGo();
    }
  }
}
