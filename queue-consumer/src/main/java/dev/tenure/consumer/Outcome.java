package dev.tenure.consumer;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Optional;

/** What is to become of an item, said by its handler. */
public sealed interface Outcome {

  /** The work is done: the item is removed, and the effects commit with that. */
  record Done(Optional<Effects> effects) implements Outcome {}

  /** A failed attempt, counted as one, whose next comes after the given delay. */
  record RetryAfter(Duration delay, String reason) implements Outcome {
    public RetryAfter {
      QueueLimits.checkBetween("retry delay", delay, Duration.ZERO, QueueLimits.DELAY_MAX);
    }
  }

  /** Not now: the item comes again after the delay; no attempt is counted. */
  record Snooze(Duration delay) implements Outcome {
    public Snooze {
      QueueLimits.checkBetween("snooze delay", delay, Duration.ZERO, QueueLimits.DELAY_MAX);
    }
  }

  /** Not wanted any more: the item is removed. */
  record Discard(String reason) implements Outcome {}

  /** Set aside for people to look at. */
  record DeadLetter(String reason) implements Outcome {}

  static Outcome done() {
    return new Done(Optional.empty());
  }

  static Outcome done(Effects effects) {
    return new Done(Optional.of(effects));
  }

  static Outcome retryAfter(Duration delay, String reason) {
    return new RetryAfter(delay, reason);
  }

  static Outcome snooze(Duration delay) {
    return new Snooze(delay);
  }

  static Outcome discard(String reason) {
    return new Discard(reason);
  }

  static Outcome deadLetter(String reason) {
    return new DeadLetter(reason);
  }
}
