package dev.tenure.queue;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The policy by which items of a type are run and retried (paper section 6, "each type of queued
 * items can set its own retry policy").
 *
 * @param inlineRetries the number of times that a failed attempt is repeated at once, under the
 *     same lease; 0 to 10, default 0. Each repetition holds a worker for another run. Raise it for
 *     handlers whose failures pass within milliseconds, such as conflicts
 * @param backoffInitial the delay after the first failed attempt; each further failure doubles it.
 *     1 ms to 1 day, default 1 s. A longer delay spares a system that fails, and costs latency
 *     after a short failure
 * @param backoffMax the longest delay between two attempts; backoffInitial to 30 days, default 10
 *     min. A longer delay means fewer attempts during an outage, and a later recovery after it
 * @param attemptsMax the number of failed or vanished attempts that exhausts the item; 0 to
 *     1,000,000, default 25, 0 for no limit. A larger number keeps an item that cannot succeed
 *     among the work for longer. Lower it where every attempt is costly
 * @param vanishedMax the number of vanished attempts (the consumer died or lost its lease) that
 *     exhausts the item; 0 to 1,000,000, default 10, 0 for no limit. An item that kills its process
 *     costs that many processes. Every item that the process had leased counts an attempt too, so
 *     raise it where consumers are often killed
 * @param executionBound the time after which a running attempt is cancelled and counts as failed; 1
 *     ms to 1 day, default 5 min. A longer time lets a handler that hangs hold its worker for
 *     longer
 * @param concurrency the most items of the type that one consumer runs at a time; 0 to 100,000,
 *     default 0, which leaves only the consumer's own limit. Set it for types that share a scarce
 *     resource
 * @param exhausted the treatment of an item that is exhausted or failed permanently; default
 *     DEAD_LETTER. DISCARD saves the dead letter where a lost item does not matter
 * @param ageMax the age from which an item is exhausted by its next failed attempt; up to 3,650
 *     days, default zero for no limit. Set it where late work is worthless
 * @param permanentErrors classes of exceptions that no retry can help, subclasses included; default
 *     none. Every other exception except PermanentException of the consumer is retried
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

  /** The treatment of an item that is not retried any more. */
  public enum Exhausted {
    /** The item is kept as a dead letter, which can be redriven. */
    DEAD_LETTER,
    /** The item is deleted. */
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

  /** The default policy; the parameters of the record give each value. */
  public static WorkPolicy defaults() {
    return DEFAULTS;
  }

  /** Whether the error is of a class that no retry can help. */
  public boolean isPermanent(Throwable error) {
    return permanentErrors.stream().anyMatch(type -> type.isInstance(error));
  }

  /** Whether an item of that age is older than {@link #ageMax}. */
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

  /** Sets {@code attemptsMax}; zero for no limit. */
  public WorkPolicy withAttemptsMax(int attempts) {
    return with(policy -> policy.attemptsMax = attempts);
  }

  /** Sets {@code vanishedMax}; zero for no limit. */
  public WorkPolicy withVanishedMax(int attempts) {
    return with(policy -> policy.vanishedMax = attempts);
  }

  public WorkPolicy withExecutionBound(Duration bound) {
    return with(policy -> policy.executionBound = bound);
  }

  /** Sets {@code concurrency}; zero leaves only the limit of the consumer. */
  public WorkPolicy withConcurrency(int items) {
    return with(policy -> policy.concurrency = items);
  }

  public WorkPolicy withExhausted(Exhausted then) {
    return with(policy -> policy.exhausted = then);
  }

  /** Sets {@code ageMax}; zero for no limit. */
  public WorkPolicy withAgeMax(Duration age) {
    return with(policy -> policy.ageMax = age);
  }

  /** Sets the classes of permanent errors, in place of earlier ones. */
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
