package dev.tenure.record.meter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Logs a warning for slow transactions: at most once a minute for each name of a run, with the
 * number of slow transactions that were not logged since the last warning. Safe for use by many
 * threads.
 */
public final class SlowTransactionLog implements TransactionListener {
  private final Duration threshold;
  private final WarningPauses pauses;
  private final Logger logger;

  /**
   * A log that counts unlogged transactions separately from other logs.
   *
   * @param threshold the duration from which a transaction is slow; above zero
   */
  public SlowTransactionLog(Duration threshold, InstantSource clock, Logger logger) {
    this.threshold = WarningPauses.requireThreshold("slow transactions", threshold);
    this.pauses = new WarningPauses(Objects.requireNonNull(clock, "clock"));
    this.logger = Objects.requireNonNull(logger, "logger");
  }

  @Override
  public void ended(TransactionSummary summary) {
    if (summary.times().total().compareTo(threshold) < 0) {
      return;
    }
    long passedOver = pauses.claim(summary.run());
    if (passedOver >= 0) {
      logger.log(Level.WARNING, line(summary, passedOver));
    }
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
