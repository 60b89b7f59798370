package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.KnownRows;
import dev.tenure.embedded.write.DirectWrites;
import dev.tenure.embedded.write.WriteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a transaction: its reads and writes, its options and its state. A retry drops it
 * and begins another. Its parts are used under its monitor; futures are completed outside of it.
 *
 * <p>The states, in the order in which an operation checks them:
 *
 * <ol>
 *   <li><em>spoiled</em>: a write, an option or a version was illegal. Such calls report nothing
 *       themselves; every later operation with a result gives the first of these codes.
 *   <li><em>committing</em>: {@code commit} was called; all other operations fail with 2017 from
 *       then on.
 *   <li><em>ended</em>: cancelled (1025) or timed out (1031).
 * </ol>
 */
final class TransactionAttempt {
  /** No error: the attempt has neither ended nor is it spoiled. */
  static final int NONE = 0;

  final DatabaseContext database;
  final Executor executor;
  final AttemptOptions options;
  final ReadPoint readPoint;
  final WriteBuffer writes = new WriteBuffer();
  final DirectWrites directWrites = new DirectWrites();
  final KnownRows known = new KnownRows();
  final ReadConflicts readConflicts = new ReadConflicts();
  final WatchList watches;

  /** The keys of pending versionstamped keys, each still ending in its offset. */
  final List<byte[]> versionstampedKeys = new ArrayList<>(0);

  /**
   * The ranges because of which a commit failed, if an option asked for them. They are passed on to
   * the next attempt.
   */
  List<Range> conflictingRanges = List.of();

  /** The approximate size of the commit in bytes. */
  long approximateSize;

  /**
   * The commit version of this attempt, or of an earlier one; −1 if none of them wrote anything.
   */
  volatile long committedVersion = ReadPoint.NONE;

  /**
   * The stamp that the conflict ranges of versionstamped keys show in place of all possible stamps:
   * the versionstamp of the transaction's first committed attempt; null before that.
   */
  byte @Nullable [] shownStamp;

  private final boolean first;

  private int spoiledBy = NONE;
  private int endedBy = NONE;
  private boolean committing;
  private boolean read;
  private @Nullable FDBException failedRead;
  private final List<CompletableFuture<?>> pendingReads = new ArrayList<>(0);
  private final List<CompletableFuture<?>> pending = new ArrayList<>(0);
  private @Nullable CompletableFuture<byte[]> versionstamp;

  /** The first attempt of a transaction. */
  TransactionAttempt(DatabaseContext database, TransactionDefaults defaults, Executor executor) {
    this(database, defaults, executor, true);
  }

  private TransactionAttempt(
      DatabaseContext database, TransactionDefaults defaults, Executor executor, boolean first) {
    this.first = first;
    this.database = database;
    this.executor = executor;
    this.options = new AttemptOptions(defaults);
    this.readPoint = new ReadPoint(database.server());
    this.watches = new WatchList(this);
  }

  /** The attempt after this one, with the state that a retry keeps. */
  synchronized TransactionAttempt next(TransactionDefaults defaults) {
    TransactionAttempt next = new TransactionAttempt(database, defaults, executor, false);
    next.conflictingRanges = conflictingRanges;
    next.committedVersion = committedVersion;
    next.shownStamp = shownStamp;
    return next;
  }

  synchronized void committed(long version, byte[] stamp) {
    committedVersion = version;
    shownStamp = first ? stamp : shownStamp;
    // A commit asks for a read version where no read did: any one just below its own will do.
    readPoint.settle(version - 1);
  }

  /** The error code of an operation with a result, or {@link #NONE}. */
  synchronized int refusal() {
    return spoiledBy != NONE ? spoiledBy : committing ? FdbErrors.USED_DURING_COMMIT : endedBy;
  }

  /** The error code of an operation that shows the effects of reads, or {@link #NONE}. */
  synchronized int refusalAfterReads() {
    if (endedBy != NONE) {
      return endedBy;
    }
    return failedRead == null ? NONE : failedRead.getCode();
  }

  /** As {@link #refusal}, for operations that are allowed after a commit. */
  synchronized int refusalEvenOfQuestions() {
    return spoiledBy != NONE ? spoiledBy : endedBy;
  }

  synchronized int spoiledBy() {
    return spoiledBy;
  }

  synchronized boolean isCommitting() {
    return committing;
  }

  synchronized void beginCommit() {
    committing = true;
  }

  /**
   * Carries out a call that does not report its failure; does nothing after such a call has failed.
   */
  void silently(Runnable call) {
    synchronized (this) {
      if (spoiledBy != NONE) {
        return;
      }
      try {
        call.run();
      } catch (FDBException failure) {
        spoil(failure.getCode());
      }
    }
    watches.completeFired();
  }

  synchronized void spoil(int code) {
    if (spoiledBy == NONE) {
      spoiledBy = code;
    }
  }

  void requireNotCommitting() {
    if (committing) {
      throw FdbErrors.exception(FdbErrors.USED_DURING_COMMIT);
    }
  }

  /** Notes that rows were requested, whether or not the request succeeded. */
  void noteRead() {
    read = true;
  }

  /**
   * Switches to reads of stored rows only. An attempt that has read or written cannot do so.
   * Conflict ranges that were added before are dropped.
   */
  void prepareDirectReads() {
    if (read || !writes.isUntouched()) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
    if (!options.readYourWritesDisabled) {
      readConflicts.clear();
    }
  }

  /**
   * The least commit version that FoundationDB assumes: the read version, although a commit never
   * has the same version.
   */
  long leastCommitVersion() {
    return Math.max(0, readPoint.knownVersion());
  }

  /** Notes a failed read, which spoils the commit. */
  synchronized void noteFailedRead(FDBException failure) {
    if (failedRead == null) {
      failedRead = failure;
    }
  }

  synchronized @Nullable FDBException failedRead() {
    return failedRead;
  }

  synchronized void addPendingRead(CompletableFuture<?> read) {
    pendingReads.add(read);
    pending.add(read);
  }

  synchronized List<CompletableFuture<?>> pendingReads() {
    return new ArrayList<>(pendingReads);
  }

  /** Adds a future that fails when the attempt ends before it is done. */
  synchronized void addPending(CompletableFuture<?> future) {
    pending.add(future);
  }

  synchronized void removePending(CompletableFuture<?> future) {
    pendingReads.removeIf(each -> each == future);
    pending.removeIf(each -> each == future);
  }

  /** The versionstamp of the future commit. */
  synchronized CompletableFuture<byte[]> versionstamp() {
    if (versionstamp == null) {
      versionstamp = new CompletableFuture<>();
    }
    return versionstamp;
  }

  synchronized @Nullable CompletableFuture<byte[]> askedVersionstamp() {
    return versionstamp;
  }

  /** The code with which the attempt ended, or {@link #NONE}. */
  synchronized int endedBy() {
    return endedBy;
  }

  /**
   * Ends the attempt and all its operations under way, except watches that have read their keys.
   * Does nothing when the attempt has already ended.
   */
  void end(int code) {
    end(code, code);
  }

  /**
   * Ends the attempt.
   *
   * @param versionstampCode the code with which a requested versionstamp fails
   */
  void end(int code, int versionstampCode) {
    List<CompletableFuture<?>> cut;
    CompletableFuture<byte[]> promised;
    synchronized (this) {
      if (endedBy != NONE) {
        return;
      }
      endedBy = code;
      cut = new ArrayList<>(pending);
      pending.clear();
      pendingReads.clear();
      promised = versionstamp;
    }
    if (!cut.isEmpty()) {
      FDBException failure = FdbErrors.exception(code);
      execute(() -> cut.forEach(future -> future.completeExceptionally(failure)));
    }
    if (promised != null && !promised.isDone()) {
      FDBException failure = FdbErrors.exception(versionstampCode);
      execute(() -> promised.completeExceptionally(failure));
    }
  }

  /** Runs the task here when the executor rejects it: the end of an attempt ends all that waits. */
  private void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      task.run();
    }
  }

  static <T> CompletableFuture<T> failed(int code) {
    return CompletableFuture.failedFuture(FdbErrors.exception(code));
  }
}
