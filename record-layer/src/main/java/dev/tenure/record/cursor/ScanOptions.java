package dev.tenure.record.cursor;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a range is scanned. Every scan reads at least one row before a limit holds, so that going on
 * from the continuation always gets somewhere.
 *
 * @param isolation whether the rows read conflict
 * @param reverse from the end of the range to its begin
 * @param skip rows to leave out at the begin; a continuation knows how many are still to be left
 *     out, and the scan that goes on from it is given the same number
 * @param rowsMax rows to return in this execution, 0 for no limit
 * @param limits what this execution may cost
 * @param budget what several scans of one execution use up together, in place of {@code limits};
 *     null for a scan of its own
 */
public record ScanOptions(
    Isolation isolation,
    boolean reverse,
    int skip,
    int rowsMax,
    ScanLimits limits,
    @Nullable ScanBudget budget) {
  private static final ScanOptions DEFAULTS =
      new ScanOptions(Isolation.SERIALIZABLE, false, 0, 0, ScanLimits.none(), null);

  public ScanOptions {
    Objects.requireNonNull(isolation, "isolation");
    Objects.requireNonNull(limits, "limits");
    if (rowsMax < 0 || skip < 0) {
      throw new IllegalArgumentException(
          "a scan of " + rowsMax + " rows behind " + skip + ": neither may be negative");
    }
  }

  /** Serializable, forward, without limits. */
  public static ScanOptions defaults() {
    return DEFAULTS;
  }

  public ScanOptions withIsolation(Isolation newIsolation) {
    return new ScanOptions(newIsolation, reverse, skip, rowsMax, limits, budget);
  }

  public ScanOptions withReverse(boolean newReverse) {
    return new ScanOptions(isolation, newReverse, skip, rowsMax, limits, budget);
  }

  public ScanOptions withSkip(int newSkip) {
    return new ScanOptions(isolation, reverse, newSkip, rowsMax, limits, budget);
  }

  public ScanOptions withRowsMax(int newRowsMax) {
    return new ScanOptions(isolation, reverse, skip, newRowsMax, limits, budget);
  }

  public ScanOptions withLimits(ScanLimits newLimits) {
    return new ScanOptions(isolation, reverse, skip, rowsMax, newLimits, budget);
  }

  public ScanOptions withRecordsMax(long newRecordsMax) {
    return withLimits(limits.withRecordsMax(newRecordsMax));
  }

  public ScanOptions withBytesMax(long newBytesMax) {
    return withLimits(limits.withBytesMax(newBytesMax));
  }

  public ScanOptions withTimeMax(Duration newTimeMax) {
    return withLimits(limits.withTimeMax(newTimeMax));
  }

  public ScanOptions withBudget(ScanBudget newBudget) {
    return new ScanOptions(isolation, reverse, skip, rowsMax, limits, newBudget);
  }

  /**
   * For one of several scans below an operator: neither skip nor rows, which are applied once above
   * them all with {@link Cursors#page}, and a budget shared with the others.
   */
  public ScanOptions within(ScanBudget shared) {
    return new ScanOptions(isolation, reverse, 0, 0, limits, shared);
  }

  /** The shared budget, or one that starts now. */
  public ScanBudget budgetOf(InstantSource clock) {
    return budget == null ? new ScanBudget(limits, clock) : budget;
  }

  /** Whether only the number of rows may end the scan before its range does. */
  public boolean isLimitedByRowsOnly() {
    return rowsMax > 0 && limits.isEmpty() && budget == null;
  }

  public long recordsMax() {
    return limits.recordsMax();
  }

  public long bytesMax() {
    return limits.bytesMax();
  }

  public Duration timeMax() {
    return limits.timeMax();
  }
}
