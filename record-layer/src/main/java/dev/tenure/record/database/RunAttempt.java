package dev.tenure.record.database;

import dev.tenure.record.context.ContextCommit;
import dev.tenure.record.context.ContextName;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.RecordCounter;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a run: a transaction, its body, its commit and its commit marker. An attempt gives
 * its marker back and closes its transaction. Then it ends the run, or asks it for another attempt.
 *
 * <p>An error before the commit was sent may come from another transaction that the body made,
 * whose result is unknown. The body must then not be repeated. Code 1021 always comes from a
 * commit. Code 1039 may come from a read of this transaction; it comes from another commit only if
 * it arrives as a {@link RecordLayerException} that says so.
 */
final class RunAttempt<T> {
  private static final int SETTLING_ATTEMPTS = 30;

  private final Runner<T> run;
  private final RecordContext context;
  private final ContextCommit commit;
  private final Instant started;
  private @Nullable CommitMarker marker;
  private boolean ended;

  RunAttempt(Runner<T> run, int number) {
    this.run = run;
    this.started = run.database.clock().instant();
    this.commit =
        run.database.open(
            run.options.context(),
            new ContextName(run.options.name(), number, run.markers != null));
    this.context = commit.context();
  }

  void start() {
    CompletionStage<T> running;
    try {
      running = Objects.requireNonNull(run.body.apply(context), "the body's future");
    } catch (RuntimeException | Error e) {
      running = CompletableFuture.failedFuture(e);
    }
    var unused =
        commit
            .within(running)
            .whenComplete(
                (value, error) -> {
                  if (error != null) {
                    commit.failed(error);
                    endUnsubmitted(error);
                  } else if (run.isGivenUp()) {
                    close();
                  } else {
                    commit(value);
                  }
                });
  }

  private void commit(T value) {
    CompletableFuture<Void> committing;
    try {
      committing = commit.run(this::writeMarker);
    } catch (RuntimeException | Error e) {
      end(e);
      return;
    }
    run.committing(commit.submitted());
    var unused =
        committing.whenComplete(
            (nothing, error) -> {
              if (error == null) {
                succeed(value);
              } else if (!commit.wasSubmitted()) {
                endUnsubmitted(error);
              } else if (isUnanswered(error)) {
                settle(value, error);
              } else {
                end(error);
              }
            });
  }

  /** Whether the commit may have been applied, or may be still. */
  private boolean isUnanswered(Throwable error) {
    int code = code(error);
    return FdbErrorPredicates.maybeInFlight(code) || (code == 0 && commit.isContextClosed());
  }

  private CompletableFuture<Void> writeMarker() {
    CommitMarkers used = run.markers;
    if (used == null || run.options.idempotent() || !commit.hasWritten()) {
      return unlessGivenUp();
    }
    return used.take()
        .thenCompose(
            taken -> {
              if (!hold(taken)) {
                used.release(taken);
                return CompletableFuture.failedFuture(
                    new CancellationException("the attempt ended before it had a marker"));
              }
              return unlessGivenUp().thenCompose(nothing -> taken.write(commit, used.nextNote()));
            });
  }

  private CompletableFuture<Void> unlessGivenUp() {
    return run.isGivenUp()
        ? CompletableFuture.failedFuture(new CancellationException("the run was given up"))
        : CompletableFuture.completedFuture(null);
  }

  /** The commit's result is not known, perhaps not even to the cluster yet. */
  private void settle(T value, Throwable error) {
    CommitMarkers used = run.markers;
    CommitMarker noted = marker();
    if (used == null || noted == null) {
      settleWithoutMarker(error);
      return;
    }
    var unused =
        run.database
            .run(settling(), settler -> used.settle(settler, noted))
            .whenComplete(
                (settled, failure) -> {
                  if (failure != null) {
                    failUnsettled(used, error, failure);
                  } else if (settled.isApplied()) {
                    context.count(RecordCounter.UNKNOWN_RESULTS_APPLIED, 1);
                    commit.settledApplied(settled.version(), settled.stamp(), started);
                    succeed(value);
                  } else {
                    endNotApplied(error);
                  }
                });
  }

  /**
   * The options with which an unknown commit is looked up: as many attempts as the run has, and at
   * least enough to outlast a busy cluster.
   */
  private RunOptions settling() {
    RunOptions own = run.options;
    return RunOptions.defaults()
        .withName("settling an unknown commit of " + own.name())
        .withAttemptsMax(Math.max(SETTLING_ATTEMPTS, own.attemptsMax()))
        .withDelays(own.initialDelay(), own.delayMax())
        .withContext(own.context().settling())
        .withIdempotent(true);
  }

  private void endNotApplied(Throwable error) {
    context.count(RecordCounter.UNKNOWN_RESULTS_NOT_APPLIED, 1);
    commit.settledNotApplied();
    if (FdbErrorPredicates.maybeCommitted(code(error))) {
      retry(error, false);
    } else {
      end(error);
    }
  }

  /** A late commit may still note itself in the marker, so nobody gets it any more. */
  private void failUnsettled(CommitMarkers used, Throwable error, Throwable failure) {
    context.count(RecordCounter.UNKNOWN_RESULTS_UNSETTLED, 1);
    used.abandon();
    dropMarker();
    context.close();
    run.fail(context.attempt(), error, true, failure);
  }

  private void settleWithoutMarker(Throwable error) {
    context.count(RecordCounter.UNKNOWN_RESULTS_UNSETTLED, 1);
    boolean repeatable = run.markers == null || run.options.idempotent();
    if (repeatable && isRepeatable(error)) {
      retry(error, true);
    } else {
      fail(error, true);
    }
  }

  /** The commit was not submitted; the error may be that of another commit. */
  private void endUnsubmitted(Throwable error) {
    if (isOfAnotherCommit(error) && !run.options.idempotent()) {
      fail(error, true);
    } else {
      end(error);
    }
  }

  private static boolean isOfAnotherCommit(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return code(plain) == FdbErrorPredicates.COMMIT_UNKNOWN_RESULT
        || RecordLayerException.maybeCommitted(plain);
  }

  /** This attempt was not applied. */
  private void end(Throwable error) {
    if (code(error) == FdbErrorPredicates.TRANSACTION_TOO_OLD) {
      commit.expireKnownVersion();
    }
    if (isRepeatable(error)) {
      retry(error, false);
    } else {
      fail(error, false);
    }
  }

  /** A version that is given only grows older; a new transaction knows a cluster's new version. */
  private boolean isRepeatable(Throwable error) {
    int code = code(error);
    if (code == FdbErrorPredicates.TRANSACTION_TOO_OLD) {
      return run.options.context().readVersion().isEmpty();
    }
    return FdbErrorPredicates.retryable(code) || code == FdbErrorPredicates.CLUSTER_VERSION_CHANGED;
  }

  private void retry(Throwable error, boolean maybeCommitted) {
    releaseMarker();
    run.retry(context, error, maybeCommitted);
  }

  private void succeed(T value) {
    close();
    run.succeed(value);
  }

  private void fail(Throwable error, boolean maybeCommitted) {
    close();
    run.fail(context.attempt(), error, maybeCommitted);
  }

  private void close() {
    releaseMarker();
    context.close();
  }

  private void releaseMarker() {
    CommitMarker taken = dropMarker();
    if (run.markers != null && taken != null) {
      run.markers.release(taken);
    }
  }

  /** Whether the marker is this attempt's now; an attempt that has ended takes none any more. */
  private synchronized boolean hold(CommitMarker taken) {
    if (!ended) {
      marker = taken;
    }
    return !ended;
  }

  private synchronized @Nullable CommitMarker marker() {
    return marker;
  }

  private synchronized @Nullable CommitMarker dropMarker() {
    CommitMarker held = marker;
    marker = null;
    ended = true;
    return held;
  }

  private static int code(Throwable error) {
    return FdbErrorPredicates.codeOf(error).orElse(0);
  }
}
