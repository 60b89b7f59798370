package dev.tenure.spring.annotation;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkPolicy.Exhausted;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a {@link WorkPolicy} that properties set; null leaves the value of the policy.
 * Limits and defaults are those of the policy.
 *
 * @param inlineRetries the number of times that a failed attempt is repeated at once, 0 to 10
 * @param backoffInitial the delay after the first failed attempt, 1 ms to 1 day
 * @param backoffMax the longest delay between two attempts, backoff-initial to 30 days
 * @param attemptsMax the number of failed or vanished attempts that exhausts an item; 0 for no
 *     limit
 * @param vanishedMax the number of vanished attempts that exhausts an item; 0 for no limit
 * @param executionBound the longest time of an attempt, 1 ms to 1 day
 * @param concurrency the most items of the type that one consumer runs at a time; 0 leaves only the
 *     limit of the consumer
 * @param exhausted the treatment of an exhausted item: dead-letter or discard
 * @param ageMax the age from which an item is exhausted by its next failure, up to 3,650 days; 0
 *     for no limit
 */
public record HandlerSettings(
    @Nullable Integer inlineRetries,
    @Nullable Duration backoffInitial,
    @Nullable Duration backoffMax,
    @Nullable Integer attemptsMax,
    @Nullable Integer vanishedMax,
    @Nullable Duration executionBound,
    @Nullable Integer concurrency,
    @Nullable Exhausted exhausted,
    @Nullable Duration ageMax) {

  /**
   * The policy with these settings.
   *
   * @param names gives the name of an option of the policy in errors
   * @throws IllegalArgumentException with that name, the value and the limit
   */
  WorkPolicy applyTo(WorkPolicy policy, UnaryOperator<String> names) {
    return renamed(names, () -> changed(policy));
  }

  private WorkPolicy changed(WorkPolicy policy) {
    WorkPolicy set = withBackoff(policy);
    set = set(set, inlineRetries, WorkPolicy::withInlineRetries);
    set = set(set, attemptsMax, WorkPolicy::withAttemptsMax);
    set = set(set, vanishedMax, WorkPolicy::withVanishedMax);
    set = set(set, executionBound, WorkPolicy::withExecutionBound);
    set = set(set, concurrency, WorkPolicy::withConcurrency);
    set = set(set, exhausted, WorkPolicy::withExhausted);
    return set(set, ageMax, WorkPolicy::withAgeMax);
  }

  /** Both at once, since one limits the other. */
  private WorkPolicy withBackoff(WorkPolicy policy) {
    return policy.withBackoff(
        backoffInitial == null ? policy.backoffInitial() : backoffInitial,
        backoffMax == null ? policy.backoffMax() : backoffMax);
  }

  private static <V> WorkPolicy set(
      WorkPolicy policy, @Nullable V value, BiFunction<WorkPolicy, V, WorkPolicy> change) {
    return value == null ? policy : change.apply(policy, value);
  }

  /** The policy's errors begin with the name of the option. */
  private static WorkPolicy renamed(UnaryOperator<String> names, Supplier<WorkPolicy> change) {
    try {
      return change.get();
    } catch (IllegalArgumentException e) {
      String[] told = String.valueOf(e.getMessage()).split(" is ", 2);
      throw new IllegalArgumentException(
          told.length < 2 ? told[0] : names.apply(told[0]) + " is " + told[1], e);
    }
  }
}
