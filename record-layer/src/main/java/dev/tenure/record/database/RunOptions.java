package dev.tenure.record.database;

import dev.tenure.record.context.ContextOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The options by which the runner retries a body.
 *
 * @param name the name of what the body does, for errors, meters and transaction summaries. Meters
 *     have one series for each name, so a name has no ids in it: {@code move-money}, not {@code
 *     move-money-4711}
 * @param limits the number of attempts and the time of the run
 * @param context the options of each attempt's transaction
 * @param idempotent whether applying the body twice has the effect of applying it once. After a
 *     commit with unknown result such a body runs again, and needs no commit marker
 * @param retryListener called before each further attempt
 */
public record RunOptions(
    String name,
    Limits limits,
    ContextOptions context,
    boolean idempotent,
    RetryListener retryListener) {
  private static final RunOptions DEFAULTS =
      new RunOptions(
          "run",
          new Limits(30, Optional.empty(), Duration.ofMillis(10), Duration.ofSeconds(1)),
          ContextOptions.defaults(),
          false,
          retry -> {});

  /**
   * The limits on the number of attempts, and the delays between them.
   *
   * @param attemptsMax the most attempts, at least 1
   * @param timeMax the time after the start of the run at which the last attempt may begin
   * @param initialDelay the longest delay before the first retry; it doubles with each further one
   * @param delayMax the longest delay before any retry
   */
  public record Limits(
      int attemptsMax, Optional<Duration> timeMax, Duration initialDelay, Duration delayMax) {
    private static final Duration TIME_MAX = Duration.ofDays(1);

    public Limits {
      if (attemptsMax < 1) {
        throw new IllegalArgumentException("attemptsMax is " + attemptsMax + ", the least is 1");
      }
      if (initialDelay.isNegative()
          || delayMax.compareTo(initialDelay) < 0
          || delayMax.compareTo(TIME_MAX) > 0) {
        throw new IllegalArgumentException(
            "delays are "
                + initialDelay
                + " to "
                + delayMax
                + ", expected 0 <= initialDelay <= delayMax <= "
                + TIME_MAX);
      }
      timeMax.ifPresent(Limits::requireTime);
    }

    private static void requireTime(Duration timeMax) {
      if (timeMax.isNegative()) {
        throw new IllegalArgumentException("timeMax is " + timeMax + ", the least is zero");
      }
    }
  }

  public RunOptions {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(context, "context");
    Objects.requireNonNull(retryListener, "retryListener");
  }

  /**
   * At most 30 attempts with delays of 10 ms to 1 s and no limit of time; default context options;
   * not idempotent; named {@code run}.
   */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  public int attemptsMax() {
    return limits.attemptsMax();
  }

  public Optional<Duration> timeMax() {
    return limits.timeMax();
  }

  public Duration initialDelay() {
    return limits.initialDelay();
  }

  public Duration delayMax() {
    return limits.delayMax();
  }

  public RunOptions withName(String newName) {
    return new RunOptions(newName, limits, context, idempotent, retryListener);
  }

  public RunOptions withAttemptsMax(int attemptsMax) {
    return withLimits(new Limits(attemptsMax, timeMax(), initialDelay(), delayMax()));
  }

  /**
   * Ends the run when its next attempt would begin later than this after the run began, by the
   * database's clock. An attempt under way is not ended; {@link ContextOptions#withTimeout} does
   * that.
   */
  public RunOptions withTimeMax(Duration timeMax) {
    return withLimits(new Limits(attemptsMax(), Optional.of(timeMax), initialDelay(), delayMax()));
  }

  public RunOptions withDelays(Duration initialDelay, Duration delayMax) {
    return withLimits(new Limits(attemptsMax(), timeMax(), initialDelay, delayMax));
  }

  public RunOptions withContext(ContextOptions newContext) {
    return new RunOptions(name, limits, newContext, idempotent, retryListener);
  }

  public RunOptions withIdempotent(boolean newIdempotent) {
    return new RunOptions(name, limits, context, newIdempotent, retryListener);
  }

  public RunOptions withRetryListener(RetryListener listener) {
    return new RunOptions(name, limits, context, idempotent, listener);
  }

  private RunOptions withLimits(Limits newLimits) {
    return new RunOptions(name, newLimits, context, idempotent, retryListener);
  }
}
