package dev.tenure.queue;

import java.time.Duration;

/**
 * How items of a type are run and retried (paper section 6, "each type of queued items can set its
 * own retry policy").
 *
 * @param inlineRetries how often a failed attempt is repeated at once, under the same lease
 * @param backoffInitial the delay after the first failure; doubles with each
 * @param backoffMax the longest delay
 * @param attemptsMax failures after which the item is exhausted; 0 = retried for ever
 * @param executionBound the longest an attempt may run before it is interrupted
 * @param concurrency items of the type that one consumer runs at a time; 0 = no bound of its own
 * @param exhausted what becomes of an exhausted item or a permanent error
 */
public record WorkPolicy(
    int inlineRetries,
    Duration backoffInitial,
    Duration backoffMax,
    int attemptsMax,
    Duration executionBound,
    int concurrency,
    Exhausted exhausted) {

  /** What becomes of an item that will not be retried. */
  public enum Exhausted {
    DEAD_LETTER,
    DISCARD
  }

  private static final WorkPolicy DEFAULTS =
      new WorkPolicy(
          0,
          Duration.ofSeconds(1),
          Duration.ofMinutes(10),
          25,
          Duration.ofMinutes(5),
          0,
          Exhausted.DEAD_LETTER);

  public WorkPolicy {
    QueueLimits.checkBetween("inlineRetries", inlineRetries, 0, 10);
    QueueLimits.checkBetween(
        "backoffInitial", backoffInitial, Duration.ofMillis(1), Duration.ofDays(1));
    QueueLimits.checkBetween("backoffMax", backoffMax, backoffInitial, Duration.ofDays(30));
    QueueLimits.checkBetween("attemptsMax", attemptsMax, 0, 1_000_000);
    QueueLimits.checkBetween(
        "executionBound", executionBound, Duration.ofMillis(1), Duration.ofDays(1));
    QueueLimits.checkBetween("concurrency", concurrency, 0, 100_000);
  }

  /** No in-line retries, back-off of 1 s to 10 min, 25 attempts, 5 min each, then dead letter. */
  public static WorkPolicy defaults() {
    return DEFAULTS;
  }

  public WorkPolicy withBackoff(Duration initial, Duration max) {
    return new WorkPolicy(
        inlineRetries, initial, max, attemptsMax, executionBound, concurrency, exhausted);
  }

  public WorkPolicy withAttemptsMax(int attempts) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attempts,
        executionBound,
        concurrency,
        exhausted);
  }

  public WorkPolicy withInlineRetries(int retries) {
    return new WorkPolicy(
        retries, backoffInitial, backoffMax, attemptsMax, executionBound, concurrency, exhausted);
  }

  public WorkPolicy withExecutionBound(Duration bound) {
    return new WorkPolicy(
        inlineRetries, backoffInitial, backoffMax, attemptsMax, bound, concurrency, exhausted);
  }

  public WorkPolicy withConcurrency(int items) {
    return new WorkPolicy(
        inlineRetries, backoffInitial, backoffMax, attemptsMax, executionBound, items, exhausted);
  }

  public WorkPolicy withExhausted(Exhausted then) {
    return new WorkPolicy(
        inlineRetries, backoffInitial, backoffMax, attemptsMax, executionBound, concurrency, then);
  }
}
