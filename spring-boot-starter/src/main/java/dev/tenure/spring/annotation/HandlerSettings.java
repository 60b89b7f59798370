package dev.tenure.spring.annotation;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkPolicy.Exhausted;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a {@link WorkPolicy} that are set; null leaves what the policy has. Limits and
 * defaults are those of the policy.
 *
 * @param inlineRetries how many times a failed attempt is repeated at once, 0 to 10
 * @param backoffInitial the delay after the first failed attempt, 1 ms to 1 day
 * @param backoffMax the longest delay between two attempts, backoff-initial to 30 days
 * @param attemptsMax how many failed or vanished attempts exhaust an item; 0 for no limit
 * @param vanishedMax how many vanished attempts exhaust an item; 0 for no limit
 * @param executionBound how long an attempt may run, 1 ms to 1 day
 * @param concurrency how many items of the type one consumer runs at a time; 0 for no limit but
 *     that of the consumer
 * @param exhausted what becomes of an exhausted item: dead-letter or discard
 * @param ageMax an older item is exhausted by its next failure, up to 3,650 days; 0 for no limit
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
   * @param names what an error calls an option of the policy
   * @throws IllegalArgumentException naming the option as told, its value and the limit
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
