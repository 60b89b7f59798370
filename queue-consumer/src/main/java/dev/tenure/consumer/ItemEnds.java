package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetterKind;
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
              environment.meters().failed.increment();
              environment.notices().failed(held, failure.error(), thrown);
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
      environment.meters().gone.increment();
    } else {
      countLost(held);
    }
  }

  private void done(Held held, Ending ending, Duration ran) {
    Meters meters = environment.meters();
    Notices notices = environment.notices();
    if (ending instanceof Ending.Done) {
      meters.completed.increment();
      notices.completed(held, ran.isNegative() ? Duration.ZERO : ran);
    } else if (ending instanceof Ending.Retry retry) {
      meters.requeued.increment();
      notices.requeued(held, retry.delay());
    } else if (ending instanceof Ending.Snooze snooze) {
      meters.snoozed.increment();
      notices.requeued(held, snooze.delay());
    } else if (ending instanceof Ending.Discarded discarded) {
      meters.discarded.increment();
      notices.discarded(held, discarded.reason());
    } else if (ending instanceof Ending.SetAside aside) {
      setAside(held, aside);
    } else {
      meters.released.increment();
    }
  }

  private void setAside(Held held, Ending.SetAside aside) {
    if (aside.kind() == DeadLetterKind.PARKED) {
      environment.meters().parked.increment();
      environment.notices().parked(held, aside.reason());
    } else {
      environment.meters().deadLettered.increment();
      environment.notices().deadLettered(held, aside.reason());
    }
  }

  /** An item is held no more, and nothing was written. */
  void lost(Held held) {
    inHand.remove(held);
    countLost(held);
  }

  private void countLost(Held held) {
    environment.meters().leasesLost.increment();
    environment.notices().leaseLost(held);
  }
}
