package dev.tenure.record.context;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.ContextMeasure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commit of a context: its checks, the commit itself, and its result. A runner uses this type
 * in addition to the context. Safe for use by many threads.
 */
public final class ContextCommit {
  private final RecordContext context;
  private final ContextLife life;
  private final CommitSteps steps;
  private final CommitGate gate;
  private final CommitStamp stamp;
  private final @Nullable ContextMeasure measure;
  private volatile @Nullable CompletableFuture<?> submitted;

  ContextCommit(
      RecordContext context,
      ContextLife life,
      CommitSteps steps,
      CommitGate gate,
      CommitStamp stamp,
      @Nullable ContextMeasure measure) {
    this.context = context;
    this.life = life;
    this.steps = steps;
    this.gate = gate;
    this.stamp = stamp;
    this.measure = measure;
  }

  public RecordContext context() {
    return context;
  }

  /**
   * As {@link RecordContext#bounded}, but fails with TIMED_OUT itself and not with the error that a
   * {@link TimeoutError} makes of it.
   */
  public <T> CompletableFuture<T> within(CompletionStage<T> future) {
    return context.within(future);
  }

  /**
   * Runs the commit checks, then a last step, then the commit. Afterwards runs the hooks that
   * belong to the answer.
   */
  public CompletableFuture<Void> run(Supplier<CompletableFuture<Void>> lastStep) {
    life.beginCommit();
    Instant started = context.environment().clock().instant();
    CompletableFuture<Void> result = new CompletableFuture<>();
    CompletableFuture<Void> answer =
        steps
            .runChecks()
            .thenCompose(
                nothing -> {
                  steps.runLastWrites();
                  return lastStep.get();
                })
            .thenCompose(nothing -> submit());
    var unused =
        context.within(answer).whenComplete((nothing, error) -> finish(started, error, result));
    return result;
  }

  private CompletableFuture<Void> submit() {
    Optional<Throwable> failure = gate.failure();
    if (failure.isPresent()) {
      return CompletableFuture.failedFuture(failure.get());
    }
    life.submit();
    if (measure != null) {
      measure.submitted();
    }
    CompletableFuture<Void> answer = context.transaction().commit();
    submitted = answer;
    return answer;
  }

  /**
   * The future of the commit that was sent to the database; null while the commit checks still run.
   */
  public @Nullable CompletableFuture<?> submitted() {
    return submitted;
  }

  private void finish(Instant started, @Nullable Throwable error, CompletableFuture<Void> result) {
    if (measure != null) {
      measure.answered();
    }
    if (error == null) {
      finishCommitted(started, result);
    } else if (context.options().reportConflictingKeys() && FdbErrorPredicates.conflict(error)) {
      var unused =
          context
              .within(ConflictReport.read(context.transaction()))
              .exceptionally(unread -> List.of())
              .thenAccept(keys -> fail(RecordLayerException.conflict(error, keys), result));
    } else if (life.wasSubmitted()) {
      fail(RecordLayerException.of(error), result);
    } else {
      fail(RecordLayerException.beforeCommit(error), result);
    }
  }

  private void fail(Throwable error, CompletableFuture<Void> result) {
    life.failed(error);
    context.endLimit();
    result.completeExceptionally(error);
  }

  private void finishCommitted(Instant started, CompletableFuture<Void> result) {
    long version;
    try {
      version = context.transaction().getCommittedVersion();
    } catch (IllegalStateException closedMeanwhile) {
      fail(
          new IllegalStateException(
              "the context was closed before its commit was answered, which may have been applied",
              closedMeanwhile),
          result);
      return;
    }
    var unused =
        context
            .within(stamp.committed())
            .whenComplete(
                (told, error) -> {
                  if (error != null) {
                    fail(RecordLayerException.of(error), result);
                    return;
                  }
                  context.endLimit();
                  committed(version, started);
                  result.complete(null);
                });
  }

  /** Notes that the commit was applied. The version is -1 when the transaction wrote nothing. */
  void committed(long version, Instant started) {
    life.committed(version);
    if (version > 0) {
      context.opener().readVersions().learn(version, started);
    }
    steps.committed(context.environment().executor());
  }

  /**
   * Records that a commit with unknown result was found to be applied.
   *
   * @param version the commit's version, or one shortly after it
   * @param versionstamp the commit's versionstamp; empty when the transaction did not ask for it
   * @param started when the attempt began
   */
  public void settledApplied(long version, byte[] versionstamp, Instant started) {
    if (versionstamp.length > 0) {
      stamp.settled(versionstamp);
    }
    committed(version, started);
  }

  /** Records that a commit with unknown result was not applied, and never will be. */
  public void settledNotApplied() {
    life.refuted();
  }

  /** Records the error that ended the body. */
  public void failed(Throwable error) {
    life.failed(FdbErrorPredicates.unwrap(error));
  }

  /** Whether the commit was sent to the database, with or without an answer. */
  public boolean wasSubmitted() {
    return life.wasSubmitted();
  }

  public boolean isContextClosed() {
    return life.isClosed();
  }

  /** Whether the transaction has asked for the versionstamp of its commit. */
  public boolean wantsVersionstamp() {
    return stamp.isAsked();
  }

  /** Whether a layer has written anything. */
  public boolean hasWritten() {
    return context.hasWritten();
  }

  /**
   * Drops the read version that this context took from another transaction, so that no further
   * transaction uses it.
   */
  public void expireKnownVersion() {
    if (context.knownVersion() > 0) {
      context.opener().readVersions().expire(context.knownVersion());
    }
  }

  /** Notes that the context is closed. */
  void ended() {
    stamp.ended(life.failure());
    steps.startEnds(life.outcome(), context.environment().executor());
  }
}
