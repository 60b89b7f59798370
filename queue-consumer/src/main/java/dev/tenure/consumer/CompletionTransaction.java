package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.AsyncLoop;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * The ends of several items of one cluster in one transaction. Each checks its lease first; the
 * effects of one whose lease is lost are left out, and the others commit. Mere completions read
 * their items all at once; whatever else an end may do comes after that of the one before.
 */
final class CompletionTransaction {
  private final Environment environment;
  private final BatchTransaction batch;
  private final List<Completion> completions;

  CompletionTransaction(
      Environment environment, BatchTransaction batch, List<Completion> completions) {
    this.environment = environment;
    this.batch = batch;
    this.completions = completions;
  }

  /**
   * What became of each, in their order. Fails with {@link CulpritException} when one of them can
   * never succeed.
   */
  CompletableFuture<List<Applied>> run() {
    List<CompletableFuture<Applied>> applied = new ArrayList<>(completions.size());
    CompletableFuture<?> before = CompletableFuture.completedFuture(null);
    for (int i = 0; i < completions.size(); i++) {
      int index = i;
      if (completions.get(i).ending().isMereCompletion()) {
        applied.add(end(index));
      } else {
        CompletableFuture<Applied> inTurn = before.thenCompose(done -> end(index));
        applied.add(inTurn);
        before = inTurn;
      }
    }
    return AsyncLoop.all(applied);
  }

  private CompletableFuture<Applied> end(int index) {
    if (environment.lifeCycle().over()) {
      return CompletableFuture.failedFuture(new CancellationException("the consumer is over"));
    }
    return batch.write(
        index,
        completions.get(index).held().tenant(),
        transaction -> end(index, completions.get(index), transaction));
  }

  private CompletionStage<Applied> end(
      int index, Completion completion, TenantTransaction transaction) {
    Held held = completion.held();
    return completion
        .ending()
        .apply(transaction.zone(held.home().zone()), held.item().id(), held.leaseId())
        .thenCompose(
            outcome ->
                (outcome == ZoneOutcome.DONE
                        ? effects(index, completion, transaction)
                        : CompletableFuture.completedFuture(null))
                    .thenApply(done -> new Applied(outcome, isDoubtful())));
  }

  /** With lanes the runner knows of every attempt what became of it before the next one begins. */
  private boolean isDoubtful() {
    RecordContext context = batch.context();
    return context.attempt() > 0 && context.database().lanes().isEmpty();
  }

  private CompletableFuture<Void> effects(
      int index, Completion completion, TenantTransaction transaction) {
    return completion
        .ending()
        .effectsToApply()
        .map(effects -> effects(index, effects, transaction))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Void> effects(
      int index, Effects effects, TenantTransaction transaction) {
    return bounded(effects, transaction)
        .exceptionallyCompose(
            error -> {
              Throwable plain = FdbErrorPredicates.unwrap(error);
              return CompletableFuture.failedFuture(
                  DatabaseTrouble.isCertainCause(plain)
                      ? plain
                      : new CulpritException(index, true, RecordLayerException.of(plain)));
            });
  }

  /** Effects that never finish must not hold up the lane. */
  private CompletableFuture<Void> bounded(Effects effects, TenantTransaction transaction) {
    Duration bound = environment.options().tuning().effectsBound();
    CompletableFuture<Void> result = new CompletableFuture<>();
    Deadlines.Deadline deadline =
        environment
            .deadlines()
            .after(
                bound,
                () ->
                    result.completeExceptionally(
                        new TimeoutException("the effects took longer than " + bound)));
    environment.whenDoneInline(
        applied(effects, transaction),
        (done, error) -> {
          deadline.cancel();
          if (error == null) {
            result.complete(null);
          } else {
            result.completeExceptionally(error);
          }
        });
    return result;
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private static CompletionStage<Void> applied(Effects effects, TenantTransaction transaction) {
    try {
      CompletionStage<Void> stage = effects.apply(transaction);
      return stage != null
          ? stage
          : CompletableFuture.failedFuture(
              new NullPointerException("the effects returned no stage"));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
