package dev.tenure.consumer.end;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;

/**
 * Exponential back-off between attempts (Algorithm 3, line 4). Each delay is spread at random by a
 * quarter, so that items which failed together are not retried together.
 */
public final class RetryDelays {
  static final double JITTER_LEAST = 0.75;
  static final double JITTER_MOST = 1.25;

  private final RandomSource random;

  public RetryDelays(RandomSource random) {
    this.random = random;
  }

  /**
   * The delay before the next attempt.
   *
   * @param failures the number of failed attempts of the item, the present one included
   */
  Duration delay(WorkPolicy policy, int failures) {
    ExponentialBackoff backoff =
        new ExponentialBackoff(policy.backoffInitial(), policy.backoffMax());
    Duration plain = backoff.after(failures);
    Duration jittered = random.jitter(plain, JITTER_LEAST, JITTER_MOST);
    return jittered.compareTo(policy.backoffMax()) < 0 ? jittered : policy.backoffMax();
  }
}
