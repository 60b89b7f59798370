package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Has ends committed, and then counts and tells what became of the items. Thread-safe. */
final class ItemEnds {
  private final Environment environment;
  private final Handlers handlers;
  private final Verdicts verdicts;
  private final Completer completer;
  private final InHand inHand;
  private final Capacity capacity;
  private final FailureLog failures;

  ItemEnds(
      Environment environment,
      Handlers handlers,
      Verdicts verdicts,
      Completer completer,
      InHand inHand,
      Capacity capacity) {
    this.environment = environment;
    this.handlers = handlers;
    this.verdicts = verdicts;
    this.completer = completer;
    this.inHand = inHand;
    this.capacity = capacity;
    this.failures = new FailureLog(environment.options().id(), environment.deadlines()::now);
  }

  /** Commits the end of an item whose phase is ENDING; the item is in hand until then. */
  void end(Held held, Ending ending) {
    capacity.ending();
    tellFailed(held, ending, Optional.empty());
    commit(held, ending, environment.deadlines().now());
  }

  /** As {@link #end}, of an item of which code of the application has thrown. */
  void endFailed(Held held, Ending ending, Throwable thrown) {
    capacity.ending();
    commitFailed(held, ending, thrown, environment.deadlines().now());
  }

  private void commitFailed(Held held, Ending ending, Throwable thrown, Instant decidedAt) {
    logFailed(held, ending, thrown);
    tellFailed(held, ending, Optional.of(ForeignErrors.unwrap(thrown)));
    commit(held, ending, decidedAt);
  }

  /** Whatever an exception of the application does, its item is ended. */
  private void logFailed(Held held, Ending ending, Throwable thrown) {
    try {
      failures.about(held, thrown, ending.failed().flatMap(Failure::stackTrace));
    } catch (Throwable e) { // a logger of the application may throw anything
      environment.complaints().about("logging a failure", held, e);
    }
  }

  private void tellFailed(Held held, Ending ending, Optional<Throwable> thrown) {
    ending
        .failed()
        .ifPresent(
            failure -> {
              environment.meters().count(Meter.FAILED);
              environment
                  .notices()
                  .tell(
                      listener ->
                          listener.itemFailed(
                              held.item(), held.tenant(), failure.error(), thrown));
            });
  }

  private void commit(Held held, Ending ending, Instant decidedAt) {
    environment.whenDoneInline(
        completed(held, ending),
        (applied, error) -> committed(held, ending, decidedAt, applied, error));
  }

  private CompletableFuture<Applied> completed(Held held, Ending ending) {
    try {
      return completer.end(held, ending);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void committed(
      Held held,
      Ending ending,
      Instant decidedAt,
      @Nullable Applied applied,
      @Nullable Throwable error) {
    if (error instanceof EffectsException refused) {
      WorkPolicy policy =
          handlers.find(held.item().type()).map(Registration::policy).orElse(WorkPolicy.defaults());
      Throwable why = refused.why();
      commitFailed(held, verdicts.failed(why, held, policy), why, decidedAt);
      return;
    }
    held.ended();
    inHand.remove(held);
    capacity.ended();
    if (applied != null) {
      tell(held, ending, decidedAt, applied);
    } else if (error != null && !environment.lifeCycle().over()) {
      environment.complaints().about("ending an item", held, error);
      countLost(held);
    }
  }

  private void tell(Held held, Ending ending, Instant decidedAt, Applied applied) {
    if (applied.outcome() == ZoneOutcome.DONE
        || (applied.outcome() == ZoneOutcome.ITEM_GONE && applied.doubtful())) {
      done(held, ending, Duration.between(held.startedAt(), decidedAt));
    } else if (applied.outcome() == ZoneOutcome.ITEM_GONE) {
      environment.meters().count(Meter.GONE);
    } else {
      countLost(held);
    }
  }

  private void done(Held held, Ending ending, Duration ran) {
    environment.meters().count(ending.counted());
    Duration atLeastZero = ran.isNegative() ? Duration.ZERO : ran;
    environment.notices().tell(listener -> ending.tell(listener, held, atLeastZero));
  }

  /** An item is held no more, and nothing was written. */
  void lost(Held held) {
    inHand.remove(held);
    countLost(held);
  }

  private void countLost(Held held) {
    environment.meters().count(Meter.LEASES_LOST);
    environment.notices().tell(listener -> listener.leaseLost(held.item(), held.tenant()));
  }
}
