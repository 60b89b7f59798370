package dev.tenure.consumer;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of an item, said by its handler. A reason that is null, as the message of an
 * exception may be, is kept as {@value #NO_REASON}.
 */
public sealed interface Outcome {
  /** Stands for a reason that is null. */
  String NO_REASON = "no reason was given";

  /** Calls the method of the cases that is for this outcome, and returns what it returns. */
  <R> R match(Cases<R> cases);

  /** What to do with each kind of outcome; a kind that is added later has to be added here. */
  interface Cases<R> {
    R done(Done done);

    R retryAfter(RetryAfter retry);

    R snooze(Snooze snooze);

    R discard(Discard discard);

    R deadLetter(DeadLetter deadLetter);
  }

  /** The work is done: the item is removed, and the effects commit with that. */
  record Done(Optional<Effects> effects) implements Outcome {
    public Done {
      Objects.requireNonNull(effects, "effects are null: done() is an outcome without effects");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.done(this);
    }
  }

  /** A failed attempt, counted as one, whose next comes after the given delay. */
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

  /** Not now: the item comes again after the delay; no attempt is counted. */
  record Snooze(Duration delay) implements Outcome {
    public Snooze {
      delay = checked("snooze delay", delay);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.snooze(this);
    }
  }

  /** Not wanted any more: the item is removed. */
  record Discard(String reason) implements Outcome {
    public Discard(@Nullable String reason) {
      this.reason = stated(reason);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.discard(this);
    }
  }

  /** Set aside for people to look at. */
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
