package dev.tenure.consumer.end;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.ClusterEffects;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.batch.BatchTransaction;
import dev.tenure.consumer.batch.CulpritException;
import dev.tenure.consumer.end.Completion.Applied;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.failure.FailureText;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commits the ends of several items of one cluster in one transaction. Each end checks its lease
 * first. An end whose lease is lost applies no effects, and the others still commit. Plain
 * completions read their items in parallel; all other ends run one after the other.
 */
public final class CompletionTransaction {
  /** Effects that have not begun after this time are left to a later, younger transaction. */
  private static final Duration TIME_FOR_EFFECTS = Duration.ofSeconds(2);

  private final Environment environment;
  private final BatchTransaction batch;
  private final List<Completion> completions;
  private final RunRetries retries;
  private final Instant begunAt;
  private volatile boolean hasEffects;

  CompletionTransaction(
      Environment environment,
      BatchTransaction batch,
      List<Completion> completions,
      RunRetries retries) {
    this.environment = environment;
    this.batch = batch;
    this.completions = completions;
    this.retries = retries;
    this.begunAt = environment.time().now();
  }

  /**
   * Runs the transaction. Gives the result of each end, in their order; empty for an end that was
   * left to a later transaction. Fails with {@link CulpritException} when one end keeps the others
   * from committing.
   */
  CompletableFuture<List<Optional<Applied>>> run() {
    Optional<Throwable> tooOld = retries.tooOld();
    if (tooOld.isPresent() && completions.stream().anyMatch(Completion::hasEffects)) {
      return CompletableFuture.failedFuture(new GivenUpException(tooOld.get()));
    }
    List<CompletableFuture<Optional<Applied>>> applied = new ArrayList<>(completions.size());
    CompletableFuture<?> before = CompletableFuture.completedFuture(null);
    for (int i = 0; i < completions.size(); i++) {
      int index = i;
      if (completions.get(i).ending().isMereCompletion()) {
        applied.add(end(index));
      } else {
        CompletableFuture<Optional<Applied>> inTurn = before.thenCompose(done -> end(index));
        applied.add(inTurn);
        before = inTurn;
      }
    }
    return AsyncLoop.all(applied);
  }

  private CompletableFuture<Optional<Applied>> end(int index) {
    if (hasEffects && !environment.time().now().isBefore(begunAt.plus(TIME_FOR_EFFECTS))) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    if (environment.lifeCycle().over()) {
      return CompletableFuture.failedFuture(new CancellationException("the consumer has stopped"));
    }
    Completion completion = completions.get(index);
    CompletableFuture<Applied> written =
        completion.inFlight().home() instanceof ItemLocation.OfCluster local
            ? batch.writeLocal(index, transaction -> end(index, completion, local, transaction))
            : batch.write(
                index,
                completion.inFlight().tenant(),
                transaction -> end(index, completion, transaction));
    return written.thenApply(Optional::of);
  }

  private CompletionStage<Applied> end(
      int index, Completion completion, TenantTransaction transaction) {
    QueueZone zone = transaction.zone(completion.inFlight().home().zone());
    return end(index, completion, zone, effects -> effects.apply(transaction));
  }

  private CompletionStage<Applied> end(
      int index,
      Completion completion,
      ItemLocation.OfCluster local,
      ClusterTransaction transaction) {
    return transaction
        .localZone(local.shard())
        .thenCompose(
            zone ->
                end(
                    index,
                    completion,
                    zone,
                    effects -> ((ClusterEffects) effects).applyTo(transaction)))
        .thenCompose(
            applied ->
                applied.outcome() == ZoneOutcome.DONE && completion.ending() instanceof Ending.Done
                    ? transaction
                        .noteLocalDone(completion.inFlight().item().id())
                        .thenApply(noted -> applied)
                    : CompletableFuture.completedFuture(applied));
  }

  private CompletionStage<Applied> end(
      int index,
      Completion completion,
      QueueZone zone,
      Function<Effects, @Nullable CompletionStage<Void>> apply) {
    InFlightItem inFlight = completion.inFlight();
    return completion
        .ending()
        .apply(new EndedZone.InTransaction(zone), inFlight.leased())
        .thenCompose(
            outcome ->
                outcome == ZoneOutcome.DONE
                    ? effects(index, completion, apply)
                        .thenApply(done -> new Applied(outcome, false))
                    : isByThisLease(completion).thenApply(mine -> new Applied(outcome, mine)));
  }

  /**
   * Whether an item that is gone was ended by an earlier attempt: one may have been applied
   * unnoticed, and no other consumer can have leased the item since, because the lease lasts by
   * version. With commit markers the runner knows the outcome of each attempt before the next one
   * begins.
   */
  private CompletableFuture<Boolean> isByThisLease(Completion completion) {
    RecordContext context = batch.context();
    if (!context.mayFollowAppliedAttempt() && !completion.isDoubtful()) {
      return CompletableFuture.completedFuture(false);
    }
    return context.readVersion().thenApply(completion.inFlight().lease()::lastsAt);
  }

  private CompletableFuture<Void> effects(
      int index, Completion completion, Function<Effects, @Nullable CompletionStage<Void>> apply) {
    if (completion.ending().effectsToApply().isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    Effects effects = completion.ending().effectsToApply().get();
    hasEffects = true;
    return new EffectsBound(environment)
        .run(() -> apply.apply(effects))
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(blamed(index, error)));
  }

  /**
   * The error that names the end to blame. The runner repeats only a conflict of effects in a
   * separate transaction.
   */
  private Throwable blamed(int index, Throwable error) {
    Throwable plain = ForeignErrors.told(error);
    return completions.size() == 1 && DatabaseTrouble.of(plain) == DatabaseTrouble.CONFLICT
        ? new FDBException(FailureText.of(plain), ForeignErrors.fdbCode(plain).orElseThrow())
        : new CulpritException(index, true, plain);
  }
}
