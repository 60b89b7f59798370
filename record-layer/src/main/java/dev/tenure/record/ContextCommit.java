package dev.tenure.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commit of a context, from its checks to what is known of its result. */
final class ContextCommit {
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

  /** The checks, a last step, the commit, and what follows from its answer. */
  CompletableFuture<Void> run(Supplier<CompletableFuture<Void>> lastStep) {
    life.beginCommit();
    Instant started = context.database().clock().instant();
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

  /** The commit as the database took it; null while checks go before it. */
  @Nullable CompletableFuture<?> submitted() {
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

  /** Notes that the commit was applied; -1 for one that wrote nothing. */
  void committed(long version, Instant started) {
    life.committed(version);
    if (version > 0) {
      context.database().readVersions().learn(version, started);
    }
    steps.committed(context.database().executor());
  }

  /** Notes that a commit with unknown result proved to be applied. */
  void settledApplied(Settled settled, Instant started) {
    if (settled.hasStamp()) {
      stamp.settled(settled.stamp());
    }
    committed(settled.version(), started);
  }

  /** Notes that a commit with unknown result was not applied, and never will be. */
  void settledNotApplied() {
    life.refuted();
  }

  /** Notes what ended the body. */
  void failed(Throwable error) {
    life.failed(FdbErrorPredicates.unwrap(error));
  }

  /** Whether the commit has gone out to the database, whatever came back. */
  boolean wasSubmitted() {
    return life.wasSubmitted();
  }

  boolean isContextClosed() {
    return life.isClosed();
  }

  boolean wantsVersionstamp() {
    return stamp.isAsked();
  }

  /** The context is closed. */
  void ended() {
    stamp.ended(life.failure());
    steps.startEnds(life.outcome(), context.database().executor());
  }
}
