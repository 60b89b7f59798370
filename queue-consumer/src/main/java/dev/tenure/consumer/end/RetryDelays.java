package dev.tenure.consumer.end;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.queue.WorkPolicy;
import java.time.Duration;

/** Algorithm 3, line 4: exponential back-off, spread by a quarter so that failures do not march. */
public final class RetryDelays {
  static final double JITTER_LEAST = 0.75;
  static final double JITTER_MOST = 1.25;

  /** 2^62 of anything that a policy allows is longer than any longest delay. */
  private static final int DOUBLINGS_MAX = 62;

  private final RandomSource random;

  public RetryDelays(RandomSource random) {
    this.random = random;
  }

  /**
   * @param failuresBefore of this item, not counting the present one
   */
  Duration delay(WorkPolicy policy, int failuresBefore) {
    Duration jittered = random.jitter(doubled(policy, failuresBefore), JITTER_LEAST, JITTER_MOST);
    return jittered.compareTo(policy.backoffMax()) < 0 ? jittered : policy.backoffMax();
  }

  private static Duration doubled(WorkPolicy policy, int failuresBefore) {
    double factor = Math.pow(2, Math.min(failuresBefore, DOUBLINGS_MAX));
    double millis = policy.backoffInitial().toMillis() * factor;
    return millis < policy.backoffMax().toMillis()
        ? Duration.ofMillis((long) millis)
        : policy.backoffMax();
  }
}
