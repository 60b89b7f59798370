package dev.tenure.consumer;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.external.store.ExternalEffects;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt, chosen by the handler: it decides the end of the item. A null reason,
 * such as the message of some exceptions, is kept as {@value #NO_REASON}.
 */
public sealed interface Outcome {
  /** The text that is kept for a null reason. */
  String NO_REASON = "no reason was given";

  /** Calls the method of {@code cases} for this kind of outcome, and returns its result. */
  <R> R match(Cases<R> cases);

  /** One method for each kind of outcome, so that a new kind cannot be overlooked. */
  interface Cases<R> {
    R done(Done done);

    R retryAfter(RetryAfter retry);

    R snooze(Snooze snooze);

    R discard(Discard discard);

    R deadLetter(DeadLetter deadLetter);
  }

  /** The work is done: the item is removed, and the effects commit with the removal. */
  record Done(Optional<Effects> effects) implements Outcome {
    public Done {
      Objects.requireNonNull(effects, "effects are null: done() is an outcome without effects");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.done(this);
    }
  }

  /** The attempt failed and is counted; the next one follows after the delay. */
  record RetryAfter(Duration delay, String reason) implements Outcome {
    public RetryAfter(Duration delay, @Nullable String reason) {
      this.delay = checked("retry delay", delay);
      this.reason = stated(reason);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.retryAfter(this);
    }
  }

  /** The item cannot run now: it vests again after the delay, and no attempt is counted. */
  record Snooze(Duration delay) implements Outcome {
    public Snooze {
      delay = checked("snooze delay", delay);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.snooze(this);
    }
  }

  /** The item is not wanted any more: it is removed. */
  record Discard(String reason) implements Outcome {
    public Discard(@Nullable String reason) {
      this.reason = stated(reason);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.discard(this);
    }
  }

  /** The item becomes a dead letter, for a person to look at. */
  record DeadLetter(String reason) implements Outcome {
    public DeadLetter(@Nullable String reason) {
      this.reason = stated(reason);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.deadLetter(this);
    }
  }

  static Outcome done() {
    return new Done(Optional.empty());
  }

  static Outcome done(Effects effects) {
    Objects.requireNonNull(effects, "effects are null: done() is an outcome without effects");
    return new Done(Optional.of(effects));
  }

  /** As {@link #done(Effects)}, with effects on any stores of the item's cluster. */
  static Outcome doneOnCluster(ClusterEffects effects) {
    return done(effects);
  }

  /**
   * The work is done, and the effects commit with the removal in the external store where the item
   * lies. An item in FoundationDB fails with this outcome.
   */
  static Outcome doneInStore(ExternalEffects effects) {
    Objects.requireNonNull(effects, "effects are null: done() is an outcome without effects");
    return done(new StoreEffects(effects));
  }

  static Outcome retryAfter(Duration delay, @Nullable String reason) {
    return new RetryAfter(delay, reason);
  }

  static Outcome snooze(Duration delay) {
    return new Snooze(delay);
  }

  static Outcome discard(@Nullable String reason) {
    return new Discard(reason);
  }

  static Outcome deadLetter(@Nullable String reason) {
    return new DeadLetter(reason);
  }

  private static Duration checked(String what, Duration delay) {
    Objects.requireNonNull(
        delay,
        () -> what + " is null, it must be " + Duration.ZERO + " to " + QueueLimits.DELAY_MAX);
    return QueueLimits.checkBetween(what, delay, Duration.ZERO, QueueLimits.DELAY_MAX);
  }

  private static String stated(@Nullable String reason) {
    return reason == null ? NO_REASON : reason;
  }
}
