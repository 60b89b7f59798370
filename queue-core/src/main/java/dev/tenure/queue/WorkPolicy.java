package dev.tenure.queue;

import java.time.Duration;
import java.util.List;

/**
 * How items of a type are run and retried (paper section 6, "each type of queued items can set its
 * own retry policy").
 *
 * @param inlineRetries how often a failed attempt is repeated at once, under the same lease
 * @param backoffInitial the delay after the first failure; doubles with each
 * @param backoffMax the longest delay
 * @param attemptsMax attempts after which the item is exhausted, failed ones and those that were
 *     never heard of again together; 0 = retried for ever
 * @param vanishedMax attempts that were never heard of again, because the holder died or lost its
 *     lease, after which the item is not started any more; 0 = started for ever. What else the
 *     holder had leased counts too, so it is well above what an item meets without its own doing
 * @param executionBound the longest an attempt may run before it is interrupted
 * @param concurrency items of the type that one consumer runs at a time; 0 = no bound of its own
 * @param exhausted what becomes of an exhausted or vanished item or a permanent error
 * @param ageMax an item enqueued longer ago is exhausted by its next failed attempt; zero = never
 * @param permanentErrors what a handler throws that no retry can help, subclasses included; all
 *     else but the consumer's own exception for it is transient
 */
public record WorkPolicy(
    int inlineRetries,
    Duration backoffInitial,
    Duration backoffMax,
    int attemptsMax,
    int vanishedMax,
    Duration executionBound,
    int concurrency,
    Exhausted exhausted,
    Duration ageMax,
    List<Class<? extends Throwable>> permanentErrors) {

  /** What becomes of an item that will not be retried. */
  public enum Exhausted {
    DEAD_LETTER,
    DISCARD
  }

  private static final Duration AGE_LIMIT = QueueLimits.DELAY_MAX;

  private static final WorkPolicy DEFAULTS =
      new WorkPolicy(
          0,
          Duration.ofSeconds(1),
          Duration.ofMinutes(10),
          25,
          10,
          Duration.ofMinutes(5),
          0,
          Exhausted.DEAD_LETTER,
          Duration.ZERO,
          List.of());

  public WorkPolicy {
    QueueLimits.checkBetween("inlineRetries", inlineRetries, 0, 10);
    QueueLimits.checkBetween(
        "backoffInitial", backoffInitial, Duration.ofMillis(1), Duration.ofDays(1));
    QueueLimits.checkBetween("backoffMax", backoffMax, backoffInitial, Duration.ofDays(30));
    QueueLimits.checkBetween("attemptsMax", attemptsMax, 0, 1_000_000);
    QueueLimits.checkBetween("vanishedMax", vanishedMax, 0, 1_000_000);
    QueueLimits.checkBetween(
        "executionBound", executionBound, Duration.ofMillis(1), Duration.ofDays(1));
    QueueLimits.checkBetween("concurrency", concurrency, 0, 100_000);
    QueueLimits.checkBetween("ageMax", ageMax, Duration.ZERO, AGE_LIMIT);
    permanentErrors = List.copyOf(permanentErrors);
  }

  /**
   * No in-line retries, back-off of 1 s to 10 min, 25 attempts, 5 min each, 10 unheard of, then
   * dead letter.
   */
  public static WorkPolicy defaults() {
    return DEFAULTS;
  }

  /** Whether the policy takes the error for one that no retry can help. */
  public boolean isPermanent(Throwable error) {
    return permanentErrors.stream().anyMatch(type -> type.isInstance(error));
  }

  /** Whether an item of that age is past {@link #ageMax}. */
  public boolean isTooOld(Duration age) {
    return !ageMax.isZero() && age.compareTo(ageMax) > 0;
  }

  public WorkPolicy withBackoff(Duration initial, Duration max) {
    return new WorkPolicy(
        inlineRetries,
        initial,
        max,
        attemptsMax,
        vanishedMax,
        executionBound,
        concurrency,
        exhausted,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withAttemptsMax(int attempts) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attempts,
        vanishedMax,
        executionBound,
        concurrency,
        exhausted,
        ageMax,
        permanentErrors);
  }

  /** Zero for never. */
  public WorkPolicy withVanishedMax(int attempts) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        attempts,
        executionBound,
        concurrency,
        exhausted,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withInlineRetries(int retries) {
    return new WorkPolicy(
        retries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        executionBound,
        concurrency,
        exhausted,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withExecutionBound(Duration bound) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        bound,
        concurrency,
        exhausted,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withConcurrency(int items) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        executionBound,
        items,
        exhausted,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withExhausted(Exhausted then) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        executionBound,
        concurrency,
        then,
        ageMax,
        permanentErrors);
  }

  public WorkPolicy withAgeMax(Duration age) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        executionBound,
        concurrency,
        exhausted,
        age,
        permanentErrors);
  }

  /** Instead of those named before. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is copied and not written to
  public final WorkPolicy withPermanentErrors(Class<? extends Throwable>... errors) {
    return new WorkPolicy(
        inlineRetries,
        backoffInitial,
        backoffMax,
        attemptsMax,
        vanishedMax,
        executionBound,
        concurrency,
        exhausted,
        ageMax,
        List.of(errors));
  }
}
