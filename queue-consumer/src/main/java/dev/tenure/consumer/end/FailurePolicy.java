package dev.tenure.consumer.end;

import dev.tenure.consumer.ClusterEffects;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.failure.FailureText;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.consumer.failure.StackTraceText;
import dev.tenure.consumer.failure.ThrownChain;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.PayloadException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import java.time.Duration;
import java.util.Optional;

/** Decides the end of an item from the outcome or the exception of its handler. */
public final class FailurePolicy {
  private final String consumer;
  private final RetryDelays delays;
  private final Scheduler scheduler;
  private final ItemErrorHandler errors;
  private final ThrottledLog log;

  public FailurePolicy(
      String consumer,
      RetryDelays delays,
      Scheduler scheduler,
      ItemErrorHandler errors,
      ThrottledLog log) {
    this.consumer = consumer;
    this.delays = delays;
    this.scheduler = scheduler;
    this.errors = errors;
    this.log = log;
  }

  public Ending of(Outcome outcome, InFlightItem inFlight, WorkPolicy policy) {
    return outcome.match(new Judgement(inFlight, policy));
  }

  /** The end that each kind of outcome leads to. */
  private class Judgement implements Outcome.Cases<Ending> {
    private final InFlightItem inFlight;
    private final WorkPolicy policy;

    Judgement(InFlightItem inFlight, WorkPolicy policy) {
      this.inFlight = inFlight;
      this.policy = policy;
    }

    @Override
    public Ending done(Outcome.Done done) {
      if (inFlight.home().isLocal()
          && done.effects().filter(effects -> !(effects instanceof ClusterEffects)).isPresent()) {
        String text =
            "local items belong to no tenant: their handlers return effects by doneOnCluster";
        return exhausted(new Failure(text, consumer), policy);
      }
      return new Ending.Done(done.effects());
    }

    @Override
    public Ending retryAfter(Outcome.RetryAfter retry) {
      return retry(retry.delay(), because(retry.reason()), inFlight, policy);
    }

    @Override
    public Ending snooze(Outcome.Snooze snooze) {
      return new Ending.Snooze(snooze.delay());
    }

    @Override
    public Ending discard(Outcome.Discard discard) {
      return new Ending.Discarded(discard.reason(), Optional.empty());
    }

    @Override
    public Ending deadLetter(Outcome.DeadLetter deadLetter) {
      String reason = deadLetter.reason();
      return new Ending.SetAside(DeadLetterKind.FAILED, reason, Optional.of(because(reason)));
    }

    Failure because(String reason) {
      return new Failure(reason, consumer);
    }
  }

  /**
   * The end of a leased item that is not started any more. So many of its holders vanished that the
   * item may have killed them, or its failed attempts and vanished holders together use up its
   * attempts. This is not counted as a failed attempt. Empty if the item may start.
   */
  public Optional<Ending> beforeStart(InFlightItem inFlight, WorkPolicy policy) {
    WorkItem item = inFlight.item();
    if (policy.vanishedMax() > 0 && item.vanished() >= policy.vanishedMax()) {
      return Optional.of(exhausted(vanishedText(item, policy), policy, Optional.empty()));
    }
    return item.vanished() > 0
            && policy.attemptsMax() > 0
            && item.attempts() >= policy.attemptsMax()
        ? Optional.of(exhausted(attemptsText(item, policy), policy, Optional.empty()))
        : Optional.empty();
  }

  private static String attemptsText(WorkItem item, WorkPolicy policy) {
    return ("%d attempts, of which %d failed and %d were never heard of again, the limit is %d"
            + " (attemptsMax): each time the consumer died or lost its lease")
        .formatted(item.attempts(), item.errors(), item.vanished(), policy.attemptsMax());
  }

  private static String vanishedText(WorkItem item, WorkPolicy policy) {
    return ("%d of %d attempts were never heard of again, the limit is %d (vanishedMax):"
            + " each time the consumer died or lost its lease")
        .formatted(item.vanished(), item.attempts(), policy.vanishedMax());
  }

  /** The end after a failed attempt, its in-line retries included. */
  public Ending failed(Throwable error, InFlightItem inFlight, WorkPolicy policy) {
    Failure failure = failure(error);
    return chosen(error, failure, inFlight, policy)
        .orElseGet(() -> byPolicy(error, failure, inFlight, policy));
  }

  private Ending byPolicy(
      Throwable error, Failure failure, InFlightItem inFlight, WorkPolicy policy) {
    return permanent(error, policy)
        ? exhausted(failure, policy)
        : retry(delays.delay(policy, inFlight.item().errors() + 1), failure, inFlight, policy);
  }

  private Failure failure(Throwable error) {
    return new Failure(
        FailureText.of(error), consumer, StackTraceText.compressed(ThrownChain.of(error)));
  }

  private Optional<Ending> chosen(
      Throwable error, Failure failure, InFlightItem inFlight, WorkPolicy policy) {
    try {
      return errors
          .onError(ForeignErrors.unwrap(error), inFlight.item(), inFlight.tenant())
          .map(outcome -> outcome.match(new Choice(failure, inFlight, policy)));
    } catch (Throwable e) { // code of the application may throw anything
      log.failed("the error handler", errors.getClass().getName(), e);
      return Optional.empty();
    }
  }

  /**
   * The end that an outcome of the error handler leads to. The attempt counts as failed in any
   * case.
   */
  private final class Choice extends Judgement {
    private final Failure failure;
    private final InFlightItem inFlight;
    private final WorkPolicy policy;

    Choice(Failure failure, InFlightItem inFlight, WorkPolicy policy) {
      super(inFlight, policy);
      this.failure = failure;
      this.inFlight = inFlight;
      this.policy = policy;
    }

    /**
     * Counts the attempt, since a failing item whose attempts do not count could repeat for ever.
     */
    @Override
    public Ending snooze(Outcome.Snooze snooze) {
      return retry(snooze.delay(), failure, inFlight, policy);
    }

    @Override
    public Ending done(Outcome.Done done) {
      if (done.effects().isPresent()) {
        throw new IllegalArgumentException(
            "the outcome of an error handler is done with effects, expected done without effects");
      }
      return new Ending.Done(Optional.empty());
    }

    @Override
    public Ending discard(Outcome.Discard discard) {
      return new Ending.Discarded(discard.reason(), Optional.of(because(discard.reason())));
    }

    @Override
    Failure because(String reason) {
      return new Failure(reason, consumer, failure.stackTrace());
    }
  }

  /** The end of an item whose type has no handler anywhere. */
  public Ending parked(String reason) {
    return new Ending.SetAside(DeadLetterKind.PARKED, reason, Optional.empty());
  }

  /** The end of an item whose payload the codec of this process cannot decode. */
  public Ending unreadable(PayloadException error) {
    Failure failure = failure(error);
    return new Ending.SetAside(DeadLetterKind.PARKED, failure.error(), Optional.of(failure));
  }

  public static boolean permanent(Throwable error, WorkPolicy policy) {
    Throwable plain = ForeignErrors.unwrap(error);
    return plain instanceof PermanentException || policy.isPermanent(plain);
  }

  private Ending retry(Duration delay, Failure failure, InFlightItem inFlight, WorkPolicy policy) {
    int attempts = inFlight.item().attempts() + 1;
    Duration age = Duration.between(inFlight.item().enqueuedAt(), scheduler.now());
    if (policy.isTooOld(age)) {
      String text = "older than " + policy.ageMax() + ": " + failure.error();
      return exhausted(new Failure(text, consumer, failure.stackTrace()), policy);
    }
    return policy.attemptsMax() > 0 && attempts >= policy.attemptsMax()
        ? exhausted(failure, policy)
        : new Ending.Retry(delay, failure);
  }

  private static Ending exhausted(Failure failure, WorkPolicy policy) {
    return exhausted(failure.error(), policy, Optional.of(failure));
  }

  private static Ending exhausted(String text, WorkPolicy policy, Optional<Failure> failure) {
    return switch (policy.exhausted()) {
      case DEAD_LETTER -> new Ending.SetAside(DeadLetterKind.FAILED, text, failure);
      case DISCARD -> new Ending.Discarded(text, failure);
    };
  }
}
