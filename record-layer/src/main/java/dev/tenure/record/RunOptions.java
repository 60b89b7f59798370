package dev.tenure.record;

import java.time.Duration;
import java.util.Objects;

/**
 * How the runner retries a body.
 *
 * @param name what the body does, for errors
 * @param attemptsMax how often the body may run, at least 1
 * @param initialDelay the longest wait before the first retry; it doubles with each
 * @param delayMax the longest wait before any retry
 * @param context how each attempt's transaction is opened
 * @param idempotent running the body again after a commit with unknown result does no harm, so that
 *     no lane is needed to find out
 */
public record RunOptions(
    String name,
    int attemptsMax,
    Duration initialDelay,
    Duration delayMax,
    ContextOptions context,
    boolean idempotent) {
  private static final RunOptions DEFAULTS =
      new RunOptions(
          "run",
          30,
          Duration.ofMillis(10),
          Duration.ofSeconds(1),
          ContextOptions.defaults(),
          false);

  public RunOptions {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(context, "context");
    if (attemptsMax < 1) {
      throw new IllegalArgumentException(
          "attemptsMax of " + name + " is " + attemptsMax + ", the least is 1");
    }
    if (initialDelay.isNegative() || delayMax.compareTo(initialDelay) < 0) {
      throw new IllegalArgumentException(
          "delays of "
              + name
              + " are "
              + initialDelay
              + " to "
              + delayMax
              + ", expected 0 <= initialDelay <= delayMax");
    }
  }

  /** 30 attempts, 10 ms to 1 s apart, default context options, not idempotent. */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  public RunOptions withName(String newName) {
    return new RunOptions(newName, attemptsMax, initialDelay, delayMax, context, idempotent);
  }

  public RunOptions withAttemptsMax(int newAttemptsMax) {
    return new RunOptions(name, newAttemptsMax, initialDelay, delayMax, context, idempotent);
  }

  public RunOptions withDelays(Duration newInitialDelay, Duration newDelayMax) {
    return new RunOptions(name, attemptsMax, newInitialDelay, newDelayMax, context, idempotent);
  }

  public RunOptions withContext(ContextOptions newContext) {
    return new RunOptions(name, attemptsMax, initialDelay, delayMax, newContext, idempotent);
  }

  public RunOptions withIdempotent(boolean newIdempotent) {
    return new RunOptions(name, attemptsMax, initialDelay, delayMax, context, newIdempotent);
  }
}
