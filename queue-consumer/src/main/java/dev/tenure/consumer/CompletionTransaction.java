package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.AsyncLoop;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The ends of several items of one cluster in one transaction. Each checks its lease first; the
 * effects of one whose lease is lost are left out, and the others commit. Mere completions read
 * their items all at once; whatever else an end may do comes after that of the one before.
 */
final class CompletionTransaction {
  private final Environment environment;
  private final QueueCluster cluster;
  private final RecordContext context;
  private final List<Completion> completions;
  private final Map<TenantId, CompletableFuture<TenantTransaction>> tenants =
      new ConcurrentHashMap<>();

  CompletionTransaction(
      Environment environment,
      QueueCluster cluster,
      RecordContext context,
      List<Completion> completions) {
    this.environment = environment;
    this.cluster = cluster;
    this.context = context;
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
    Held held = completions.get(index).held();
    return blaming(
        index,
        () ->
            tenants
                .computeIfAbsent(held.tenant(), tenant -> cluster.begin(context, tenant))
                .thenCompose(transaction -> end(index, transaction)));
  }

  private CompletionStage<Applied> end(int index, TenantTransaction transaction) {
    Completion completion = completions.get(index);
    Held held = completion.held();
    return completion
        .ending()
        .apply(transaction.zone(held.home().zone()), held.item().id(), held.leaseId())
        .thenCompose(
            outcome ->
                (outcome == ZoneOutcome.DONE
                        ? effects(index, transaction)
                        : CompletableFuture.completedFuture(null))
                    .thenApply(done -> new Applied(outcome, isDoubtful())));
  }

  /** With lanes the runner knows of every attempt what became of it before the next one begins. */
  private boolean isDoubtful() {
    return context.attempt() > 0 && context.database().lanes().isEmpty();
  }

  private CompletableFuture<Void> effects(int index, TenantTransaction transaction) {
    return completions
        .get(index)
        .ending()
        .effectsToApply()
        .map(effects -> effects(index, effects, transaction))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Void> effects(
      int index, Effects effects, TenantTransaction transaction) {
    return bounded(() -> effects.apply(transaction))
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
  private CompletableFuture<Void> bounded(Supplier<CompletionStage<Void>> effects) {
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
        started(effects),
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

  /** Errors of the database pass as they are: it is not the end that is wrong. */
  private static <T> CompletableFuture<T> blaming(int index, Supplier<CompletionStage<T>> work) {
    return started(work)
        .toCompletableFuture()
        .exceptionallyCompose(
            error -> {
              Throwable plain = FdbErrorPredicates.unwrap(error);
              boolean passes = plain instanceof CulpritException || DatabaseTrouble.isCause(plain);
              return CompletableFuture.failedFuture(
                  passes ? plain : new CulpritException(index, false, plain));
            });
  }

  @SuppressWarnings("UnnecessaryLambda") // what code of the application returns may be null
  private static <T> CompletionStage<T> started(Supplier<CompletionStage<T>> work) {
    try {
      CompletionStage<T> stage = work.get();
      return stage != null
          ? stage
          : CompletableFuture.failedFuture(
              new NullPointerException("the effects returned no stage"));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
