package dev.tenure.record.meter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Logs a warning for slow transactions: at most once a minute for each name of a run, with the
 * number of slow transactions that were not logged since the last warning. Safe for use by many
 * threads.
 */
public final class SlowTransactionLog implements TransactionListener {
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** Names beyond share a line a minute. */
  static final int RUNS_MAX = 256;

  private static final String OTHERS = "others";

  private final Duration threshold;
  private final InstantSource clock;
  private final Logger logger;
  private final Map<String, Warned> warned = new TreeMap<>();

  private record Warned(Instant at, long passedOver) {}

  /**
   * A log with its own count of what was not logged.
   *
   * @param threshold a transaction is slow when it takes this long or longer; above zero
   */
  public SlowTransactionLog(Duration threshold, InstantSource clock, Logger logger) {
    if (threshold.isNegative() || threshold.isZero()) {
      throw new IllegalArgumentException(
          "threshold of slow transactions is " + threshold + ", it must be above zero");
    }
    this.threshold = threshold;
    this.clock = Objects.requireNonNull(clock, "clock");
    this.logger = Objects.requireNonNull(logger, "logger");
  }

  @Override
  public void ended(TransactionSummary summary) {
    if (summary.times().total().compareTo(threshold) < 0) {
      return;
    }
    long passedOver = claim(summary.run());
    if (passedOver >= 0) {
      logger.log(Level.WARNING, line(summary, passedOver));
    }
  }

  /** How many were passed over since the last line; -1 when this one is passed over, too. */
  private synchronized long claim(String run) {
    String key = warned.containsKey(run) || warned.size() < RUNS_MAX ? run : OTHERS;
    Instant now = clock.instant();
    @Nullable Warned last = warned.get(key);
    if (last != null && now.isBefore(last.at().plus(PAUSE))) {
      warned.put(key, new Warned(last.at(), last.passedOver() + 1));
      return -1;
    }
    warned.put(key, new Warned(now, 0));
    return last == null ? 0 : last.passedOver();
  }

  private String line(TransactionSummary summary, long passedOver) {
    TransactionTimes times = summary.times();
    StringBuilder line = new StringBuilder("slow transaction: ").append(summary.run());
    summary.debugIdentifier().ifPresent(id -> line.append(" (").append(id).append(')'));
    line.append(", attempt ").append(summary.attempt() + 1).append(", ").append(summary.outcome());
    summary.errorCode().ifPresent(code -> line.append(" with error ").append(code));
    line.append(" after ").append(times.total().toMillis()).append(" ms (read version ");
    line.append(times.readVersion().toMillis()).append(", body ");
    line.append(times.body().toMillis()).append(", commit ");
    line.append(times.commit().toMillis()).append("; slow from ");
    line.append(threshold.toMillis()).append(')');
    summary
        .counts()
        .forEach(
            (counter, number) ->
                line.append(", ").append(counter.meterName()).append(' ').append(number));
    if (passedOver > 0) {
      line.append("; ").append(passedOver).append(" more since the last line");
    }
    return line.toString();
  }
}
