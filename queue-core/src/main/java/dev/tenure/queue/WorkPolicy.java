package dev.tenure.queue;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

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

  public WorkPolicy withInlineRetries(int retries) {
    return with(policy -> policy.inlineRetries = retries);
  }

  public WorkPolicy withBackoff(Duration initial, Duration max) {
    return with(
        policy -> {
          policy.backoffInitial = initial;
          policy.backoffMax = max;
        });
  }

  /** Zero for no limit. */
  public WorkPolicy withAttemptsMax(int attempts) {
    return with(policy -> policy.attemptsMax = attempts);
  }

  /** Zero for no limit. */
  public WorkPolicy withVanishedMax(int attempts) {
    return with(policy -> policy.vanishedMax = attempts);
  }

  public WorkPolicy withExecutionBound(Duration bound) {
    return with(policy -> policy.executionBound = bound);
  }

  /** Zero for no limit but that of the consumer. */
  public WorkPolicy withConcurrency(int items) {
    return with(policy -> policy.concurrency = items);
  }

  public WorkPolicy withExhausted(Exhausted then) {
    return with(policy -> policy.exhausted = then);
  }

  /** Zero for no limit. */
  public WorkPolicy withAgeMax(Duration age) {
    return with(policy -> policy.ageMax = age);
  }

  /** Replaces the classes named before. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is copied and not written to
  public final WorkPolicy withPermanentErrors(Class<? extends Throwable>... errors) {
    List<Class<? extends Throwable>> named = List.of(errors);
    return with(policy -> policy.permanentErrors = named);
  }

  private WorkPolicy with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /** The values of a policy while one of them is changed. */
  private static final class Builder {
    private int inlineRetries;
    private Duration backoffInitial;
    private Duration backoffMax;
    private int attemptsMax;
    private int vanishedMax;
    private Duration executionBound;
    private int concurrency;
    private Exhausted exhausted;
    private Duration ageMax;
    private List<Class<? extends Throwable>> permanentErrors;

    Builder(WorkPolicy from) {
      inlineRetries = from.inlineRetries;
      backoffInitial = from.backoffInitial;
      backoffMax = from.backoffMax;
      attemptsMax = from.attemptsMax;
      vanishedMax = from.vanishedMax;
      executionBound = from.executionBound;
      concurrency = from.concurrency;
      exhausted = from.exhausted;
      ageMax = from.ageMax;
      permanentErrors = from.permanentErrors;
    }

    WorkPolicy build() {
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
          permanentErrors);
    }
  }
}
