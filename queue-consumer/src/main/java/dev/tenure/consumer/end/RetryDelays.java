package dev.tenure.consumer.end;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;

/** Algorithm 3, line 4: exponential back-off, spread by a quarter so that failures do not march. */
public final class RetryDelays {
  static final double JITTER_LEAST = 0.75;
  static final double JITTER_MOST = 1.25;

  private final RandomSource random;

  public RetryDelays(RandomSource random) {
    this.random = random;
  }

  /**
   * @param failures of this item, the present one among them
   */
  Duration delay(WorkPolicy policy, int failures) {
    ExponentialBackoff backoff =
        new ExponentialBackoff(policy.backoffInitial(), policy.backoffMax());
    Duration plain = backoff.after(failures);
    Duration jittered = random.jitter(plain, JITTER_LEAST, JITTER_MOST);
    return jittered.compareTo(policy.backoffMax()) < 0 ? jittered : policy.backoffMax();
  }
}
