package dev.tenure.consumer.end;

import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.batch.BatchTransaction;
import dev.tenure.consumer.batch.Batches;
import dev.tenure.consumer.batch.BoundedRun;
import dev.tenure.consumer.batch.BoundedRun.UnansweredException;
import dev.tenure.consumer.batch.CulpritException;
import dev.tenure.consumer.end.Completion.Applied;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.consumer.inflight.ExternalHolds;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.TenantId;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * Commits the ends of items, many in one transaction. The ends with effects of one tenant share a
 * completion queue, so they never conflict with one another. The ends of a cluster's local items,
 * which are few, are committed one by one. All other ends of a cluster share one queue. An end that
 * keeps its transaction from committing moves to its tenant's second queue, where each end has a
 * separate transaction. That transaction decides whether the effects have failed. Thread-safe.
 */
public final class Completer implements Batches.Committer<EndQueue, Completion> {
  private static final ExponentialBackoff POSTPONED =
      new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(1));
  private static final int ATTEMPTS_TOGETHER = 5;

  /** The number of separate attempts: the first and ten repetitions. */
  private static final int ATTEMPTS_ALONE = 11;

  /**
   * Effects have failed after this many failures in a separate transaction while the database was
   * well.
   */
  private static final int SUSPICIONS_MAX = 10;

  /**
   * Effects have failed after this many transactions that were too old, separate and while the
   * database was well. One is not enough: the database may have been slow until just before the
   * probe found it well.
   */
  private static final int SLOW_MAX = 2;

  /** The time beyond the end of the lease during which the completer still waits for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Environment environment;
  private final ExternalCompleter external;
  private final Health health;
  private final LeaseProbe probe;
  private final Batches<EndQueue, Completion> batches;
  private final RunOptions run =
      RunOptions.defaults()
          .withName("complete")
          .withAttemptsMax(ATTEMPTS_TOGETHER)
          .withDelays(Duration.ofMillis(5), Duration.ofMillis(100));

  public Completer(Environment environment, Health health, ExternalHolds holds) {
    this.environment = environment;
    this.external = new ExternalCompleter(environment, holds);
    this.health = health;
    this.probe = new LeaseProbe(environment.time());
    this.batches = new Batches<>(environment, this);
  }

  /**
   * Commits the end. Fails with {@link EffectsException} when the effects are the reason that it
   * cannot commit, and with another error when it cannot be written while the lease lasts.
   */
  CompletableFuture<Applied> end(InFlightItem inFlight, Ending ending) {
    if (inFlight.home() instanceof ItemLocation.OfExternal home) {
      return external.end(inFlight, ending, home);
    }
    Completion completion = new Completion(inFlight, ending);
    add(completion);
    return completion.result();
  }

  private void add(Completion completion) {
    ItemLocation home = completion.inFlight().home();
    Optional<TenantId> tenant =
        home.isLocal()
            ? Optional.of(home.tenant())
            : completion.ending().effectsToApply().map(effects -> home.tenant());
    boolean apart = home.isLocal() || completion.isApart();
    batches.add(new EndQueue(home.cluster(), tenant, apart), completion);
  }

  @Override
  public int batchMax(EndQueue queue) {
    Tuning tuning = environment.options().tuning();
    if (queue.apart()) {
      return 1;
    }
    return queue.tenant().isPresent() ? tuning.effectsMax() : tuning.completionsMax();
  }

  @Override
  public CompletableFuture<Void> commit(EndQueue queue, List<Completion> batch) {
    batch.forEach(completion -> completion.inFlight().committing(true));
    RunRetries retries = new RunRetries();
    boolean alone = queue.tenant().isPresent() && batch.size() == 1;
    RunOptions options =
        run.withAttemptsMax(alone ? ATTEMPTS_ALONE : ATTEMPTS_TOGETHER).withRetryListener(retries);
    BoundedRun<List<Optional<Applied>>> bounded = bounded();
    return bounded
        .start(
            () ->
                queue
                    .cluster()
                    .database()
                    .run(
                        options,
                        bounded.attempts(
                            context -> transaction(queue, context, batch, retries).run())))
        .whenComplete(
            (done, error) -> batch.forEach(completion -> completion.inFlight().committing(false)))
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(noted(batch, retries, error)))
        .thenAccept(applied -> committed(batch, applied));
  }

  private <T> BoundedRun<T> bounded() {
    return new BoundedRun<>(environment.time(), environment.options().itemLease().plus(PATIENCE));
  }

  private CompletionTransaction transaction(
      EndQueue queue, RecordContext context, List<Completion> batch, RunRetries retries) {
    return new CompletionTransaction(
        environment, new BatchTransaction(queue.cluster(), context), batch, retries);
  }

  private static Throwable noted(List<Completion> batch, RunRetries retries, Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    boolean maybe = plain instanceof RecordLayerException failed && failed.maybeCommitted();
    if (maybe || retries.maybeCommitted()) {
      batch.forEach(Completion::doubt);
    }
    return plain instanceof GivenUpException givenUp ? givenUp.why() : plain;
  }

  /**
   * Completes the committed ends. Ends for which the transaction had no time left go into a later
   * one.
   */
  private void committed(List<Completion> batch, List<Optional<Applied>> applied) {
    for (int i = 0; i < batch.size(); i++) {
      Completion completion = batch.get(i);
      applied.get(i).ifPresentOrElse(completion.result()::complete, () -> add(completion));
    }
  }

  @Override
  public CompletableFuture<Boolean> divides(
      EndQueue queue, List<Completion> batch, Throwable error) {
    return switch (DatabaseTrouble.of(error)) {
      case CONFLICT, REFUSED, NONE -> CompletableFuture.completedFuture(true);
      case TOO_OLD, UNWELL ->
          queue.tenant().isEmpty() || error instanceof UnansweredException
              ? CompletableFuture.completedFuture(false)
              : probe.isWell(batch.get(0).inFlight());
    };
  }

  @Override
  public boolean apart(EndQueue queue, Completion completion) {
    boolean goes = queue.tenant().isPresent() && !queue.apart();
    if (goes) {
      completion.goApart();
      add(completion);
    }
    return goes;
  }

  @Override
  public void failed(Completion completion, Throwable error) {
    Throwable why = error instanceof CulpritException culprit ? culprit.why() : error;
    boolean ofItem = error instanceof CulpritException culprit && !culprit.ofEffects();
    if (ofItem || environment.lifeCycle().over() || error instanceof UnansweredException) {
      completion.result().completeExceptionally(why);
    } else if (completion.hasEffects()) {
      judge(completion, why);
    } else {
      switch (DatabaseTrouble.of(why)) {
        case CONFLICT -> postpone(completion, why);
        case TOO_OLD, UNWELL -> postponed(completion, why);
        case REFUSED, NONE -> completion.result().completeExceptionally(why);
      }
    }
  }

  /**
   * Decides why effects failed in a separate transaction: because of themselves, or because the
   * database is not well.
   */
  private void judge(Completion completion, Throwable why) {
    switch (DatabaseTrouble.of(why)) {
      case CONFLICT, REFUSED -> blame(completion, why);
      case NONE -> {
        if (why instanceof TimeoutException) {
          whenProbed(completion, why, () -> suspect(completion, why, SLOW_MAX));
        } else {
          blame(completion, why);
        }
      }
      case TOO_OLD -> whenProbed(completion, why, () -> suspect(completion, why, SLOW_MAX));
      case UNWELL -> whenProbed(completion, why, () -> suspect(completion, why, SUSPICIONS_MAX));
    }
  }

  private void whenProbed(Completion completion, Throwable why, Runnable whenWell) {
    environment.whenDone(
        probe.isWell(completion.inFlight()),
        environment.executor(),
        (well, error) -> {
          if (Boolean.TRUE.equals(well)) {
            whenWell.run();
          } else {
            postponed(completion, why);
          }
        });
  }

  private void suspect(Completion completion, Throwable why, int most) {
    if (completion.suspect() >= most) {
      blame(completion, why);
    } else {
      postpone(completion, why);
    }
  }

  private static void blame(Completion completion, Throwable why) {
    completion.result().completeExceptionally(new EffectsException(why));
  }

  /**
   * Notes that the database failed. No item is leased from its cluster until this end is committed.
   */
  @Override
  public void postponed(Completion completion, Throwable error) {
    if (error instanceof UnansweredException) {
      completion.result().completeExceptionally(error);
      return;
    }
    if (completion.refuse()) {
      String cluster = completion.inFlight().home().cluster().name();
      health.refused(cluster);
      environment.whenDoneInline(completion.result(), (applied, told) -> health.settled(cluster));
    }
    postpone(completion, error);
  }

  /** Tries the end again later, while the lease lasts. */
  private void postpone(Completion completion, Throwable error) {
    Instant until = completion.inFlight().lease().until();
    if (!environment.time().now().isBefore(until)) {
      completion.result().completeExceptionally(error);
      return;
    }
    Duration capped = POSTPONED.after(completion.postpone());
    environment.time().after(capped, () -> add(completion));
  }
}
