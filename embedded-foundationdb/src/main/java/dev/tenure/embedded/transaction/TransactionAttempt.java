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
import org.jspecify.annotations.Nullable;

/**
 * One try of a transaction: what it read and wrote, its options, how it stands. A retry forgets it
 * and begins another. Its parts are used under its monitor; futures are completed outside it.
 *
 * <p>How it stands, in the order in which an operation finds out:
 *
 * <ol>
 *   <li><em>spoiled</em>: a write, an option or a version was illegal. Such calls report nothing
 *       themselves; every later operation with a result gives the first of these codes.
 *   <li><em>committing</em>: {@code commit} was called; everything else gives 2017 ever after.
 *   <li><em>ended</em>: cancelled (1025) or timed out (1031).
 * </ol>
 */
final class TransactionAttempt {
  /** Not ended, not spoiled. */
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
   * The ranges whose writes made a commit fail, if that was asked for; passed on to the next
   * attempt.
   */
  List<Range> conflictingRanges = List.of();

  /** About how many bytes the commit will have. */
  long approximateSize;

  /** The version it, or else an attempt before it, committed at; −1 if none wrote anything. */
  volatile long committedVersion = ReadPoint.NONE;

  /**
   * What the conflict ranges of versionstamped keys show in place of all possible stamps, or null:
   * the versionstamp that the transaction's first attempt committed with.
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

  /** The attempt after this one, with what a retry does not forget. */
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

  /** The code an operation with a result fails with, or {@link #NONE}. */
  synchronized int refusal() {
    return spoiledBy != NONE ? spoiledBy : committing ? FdbErrors.USED_DURING_COMMIT : endedBy;
  }

  /** The code that asking for what reads have left behind fails with, or {@link #NONE}. */
  synchronized int refusalAfterReads() {
    if (endedBy != NONE) {
      return endedBy;
    }
    return failedRead == null ? NONE : failedRead.getCode();
  }

  /** As {@link #refusal}, for what may still be asked after a commit. */
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

  /** Carries out a call that reports no failure itself; does nothing once one has failed. */
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

  /** Rows were asked for, whether or not they came. */
  void noteRead() {
    read = true;
  }

  /**
   * Prepares for reads of stored rows only, which an attempt that has read or written cannot begin;
   * what it was told to conflict over is forgotten.
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
   * The version from which on FoundationDB takes its commit to be possible: that of its reads,
   * though no commit gets the very same.
   */
  long leastCommitVersion() {
    return Math.max(0, readPoint.knownVersion());
  }

  /** A read that failed spoils the commit. */
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

  /** The versionstamp of the commit to come. */
  synchronized CompletableFuture<byte[]> versionstamp() {
    if (versionstamp == null) {
      versionstamp = new CompletableFuture<>();
    }
    return versionstamp;
  }

  synchronized @Nullable CompletableFuture<byte[]> askedVersionstamp() {
    return versionstamp;
  }

  /** The code it ended with, or {@link #NONE}. */
  synchronized int endedBy() {
    return endedBy;
  }

  /**
   * Ends the attempt, and with it everything under way but watches that have read their keys; does
   * nothing when it has ended.
   */
  void end(int code) {
    end(code, code);
  }

  /**
   * Ends the attempt.
   *
   * @param versionstampCode what the versionstamp that was promised fails with
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
      executor.execute(() -> cut.forEach(future -> future.completeExceptionally(failure)));
    }
    if (promised != null && !promised.isDone()) {
      FDBException failure = FdbErrors.exception(versionstampCode);
      executor.execute(() -> promised.completeExceptionally(failure));
    }
  }

  static <T> CompletableFuture<T> failed(int code) {
    return CompletableFuture.failedFuture(FdbErrors.exception(code));
  }
}
