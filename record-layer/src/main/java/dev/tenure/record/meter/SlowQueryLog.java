package dev.tenure.record.meter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Logs a warning for slow queries, with their plans and the counts of each operator: at most once a
 * minute for each name of a query, with the number of slow queries that were not logged since the
 * last warning. Values of queries are left out. Safe for use by many threads.
 */
public final class SlowQueryLog implements QueryListener {
  private final Duration threshold;
  private final WarningPauses pauses;
  private final Logger logger;

  /**
   * A log that counts unlogged queries separately from other logs.
   *
   * @param threshold the duration from which a query is slow, including the time that its caller
   *     takes between rows; above zero
   */
  public SlowQueryLog(Duration threshold, InstantSource clock, Logger logger) {
    this.threshold = WarningPauses.requireThreshold("slow queries", threshold);
    this.pauses = new WarningPauses(Objects.requireNonNull(clock, "clock"));
    this.logger = Objects.requireNonNull(logger, "logger");
  }

  @Override
  public void ended(QuerySummary summary) {
    if (summary.took().compareTo(threshold) < 0) {
      return;
    }
    long passedOver = pauses.claim(summary.name());
    if (passedOver >= 0) {
      logger.log(Level.WARNING, text(summary, passedOver));
    }
  }

  private String text(QuerySummary summary, long passedOver) {
    return "slow query: "
        + summary.name()
        + " took "
        + summary.took().toMillis()
        + " ms (slow from "
        + threshold.toMillis()
        + "), gave "
        + summary.rows()
        + " rows by "
        + summary.requests()
        + " requests, which read "
        + summary.keys()
        + " keys of "
        + summary.bytes()
        + " bytes, stopped for "
        + summary.stop()
        + (passedOver > 0 ? "; " + passedOver + " more since the last line" : "")
        + '\n'
        + summary.shape()
        + '\n'
        + summary.plan().get().stripTrailing();
  }
}
