package dev.tenure.consumer.end;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Registration;
import dev.tenure.consumer.end.Completion.Applied;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Commits the ends of items; after the commit, counts them and calls the listener. Thread-safe. */
public final class ItemEnds {
  private final Environment environment;
  private final Handlers handlers;
  private final FailurePolicy failurePolicy;
  private final Completer completer;
  private final InFlightRegistry inFlightItems;
  private final Capacity capacity;
  private final FailureLog failures;

  public ItemEnds(
      Environment environment,
      Handlers handlers,
      FailurePolicy failurePolicy,
      Completer completer,
      InFlightRegistry inFlightItems,
      Capacity capacity) {
    this.environment = environment;
    this.handlers = handlers;
    this.failurePolicy = failurePolicy;
    this.completer = completer;
    this.inFlightItems = inFlightItems;
    this.capacity = capacity;
    this.failures =
        new FailureLog(
            environment.options().id(), environment.time()::now, environment.loggers().failures());
  }

  /**
   * Commits the end of an item whose phase is ENDING. The item stays in flight until the end is
   * committed.
   */
  public void end(InFlightItem inFlight, Ending ending) {
    capacity.ending();
    tellFailed(inFlight, ending, Optional.empty());
    commit(inFlight, ending, environment.time().now());
  }

  /** As {@link #end}, for an item whose application code threw an exception. */
  public void endFailed(InFlightItem inFlight, Ending ending, Throwable thrown) {
    capacity.ending();
    commitFailed(inFlight, ending, thrown, environment.time().now());
  }

  private void commitFailed(
      InFlightItem inFlight, Ending ending, Throwable thrown, Instant decidedAt) {
    logFailed(inFlight, ending, thrown);
    tellFailed(inFlight, ending, Optional.of(ForeignErrors.unwrap(thrown)));
    commit(inFlight, ending, decidedAt);
  }

  /** Logs the failure. An exception whose methods throw does not keep the item from ending. */
  private void logFailed(InFlightItem inFlight, Ending ending, Throwable thrown) {
    try {
      failures.about(inFlight, thrown, ending.failed().flatMap(Failure::stackTrace));
    } catch (Throwable e) { // a logger of the application may throw anything
      environment.log().failed("logging a failure", inFlight, e);
    }
  }

  private void tellFailed(InFlightItem inFlight, Ending ending, Optional<Throwable> thrown) {
    ending
        .failed()
        .ifPresent(
            failure -> {
              environment.meters().count(Meter.FAILED);
              environment
                  .listener()
                  .tell(
                      listener ->
                          listener.itemFailed(
                              inFlight.item(), inFlight.tenant(), failure.error(), thrown));
            });
  }

  private void commit(InFlightItem inFlight, Ending ending, Instant decidedAt) {
    environment.whenDoneInline(
        completed(inFlight, ending),
        (applied, error) -> committed(inFlight, ending, decidedAt, applied, error));
  }

  private CompletableFuture<Applied> completed(InFlightItem inFlight, Ending ending) {
    try {
      return completer.end(inFlight, ending);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void committed(
      InFlightItem inFlight,
      Ending ending,
      Instant decidedAt,
      @Nullable Applied applied,
      @Nullable Throwable error) {
    if (error instanceof EffectsException refused) {
      WorkPolicy policy =
          handlers
              .find(inFlight.item().type())
              .map(Registration::policy)
              .orElse(WorkPolicy.defaults());
      Throwable why = refused.why();
      commitFailed(inFlight, failurePolicy.failed(why, inFlight, policy), why, decidedAt);
      return;
    }
    if (applied != null) {
      count(inFlight, ending, applied);
    }
    inFlight.ended();
    inFlightItems.remove(inFlight);
    capacity.ended();
    if (applied != null) {
      tell(inFlight, ending, decidedAt, applied);
    } else if (error != null && !environment.lifeCycle().over()) {
      environment.log().failed("ending an item", inFlight, error);
      countLost(inFlight);
    }
  }

  /**
   * Counts the end before the item leaves the registry, so that a caller which waits for the last
   * item then reads complete counts.
   */
  private void count(InFlightItem inFlight, Ending ending, Applied applied) {
    if (hasEnded(inFlight, applied)) {
      environment.meters().count(ending.counted());
    } else if (applied.outcome() == ZoneOutcome.ITEM_GONE) {
      environment.meters().count(Meter.GONE);
    } else {
      environment.meters().count(Meter.LEASES_LOST);
    }
  }

  /**
   * Whether this lease has ended the item: now, or by an earlier attempt, unless this consumer has
   * leased the item again since.
   */
  private static boolean hasEnded(InFlightItem inFlight, Applied applied) {
    return applied.outcome() == ZoneOutcome.DONE
        || (applied.outcome() == ZoneOutcome.ITEM_GONE
            && applied.byEarlierAttempt()
            && !inFlight.superseded());
  }

  private void tell(InFlightItem inFlight, Ending ending, Instant decidedAt, Applied applied) {
    if (hasEnded(inFlight, applied)) {
      Duration ran = Duration.between(inFlight.startedAt(), decidedAt);
      Duration atLeastZero = ran.isNegative() ? Duration.ZERO : ran;
      environment.listener().tell(listener -> ending.tell(listener, inFlight, atLeastZero));
    } else if (applied.outcome() != ZoneOutcome.ITEM_GONE) {
      tellLost(inFlight);
    }
  }

  /** Notes that the lease of an item is lost and nothing was written. */
  public void lost(InFlightItem inFlight) {
    inFlightItems.remove(inFlight);
    countLost(inFlight);
  }

  private void countLost(InFlightItem inFlight) {
    environment.meters().count(Meter.LEASES_LOST);
    tellLost(inFlight);
  }

  private void tellLost(InFlightItem inFlight) {
    environment.listener().tell(listener -> listener.leaseLost(inFlight.item(), inFlight.tenant()));
  }
}
