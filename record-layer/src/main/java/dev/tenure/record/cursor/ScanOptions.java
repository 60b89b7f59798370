package dev.tenure.record.cursor;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options by which a range is scanned. Each scan reads at least one row before a limit applies,
 * so that a scan that is continued makes progress.
 *
 * @param isolation whether the rows that are read cause conflicts
 * @param reverse whether the scan runs from the end of the range to its beginning
 * @param skip the number of rows to leave out at the start. Pass the same number together with a
 *     continuation, which knows how many of them were already left out
 * @param rowsMax the most rows to return in this execution; 0 for no limit
 * @param limits the most that this execution may cost
 * @param budget the shared budget of several scans in one execution, in place of {@code limits};
 *     null for a single scan
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
   * The options of one of several scans below an operator: with the shared budget, and without
   * {@code skip} and {@code rowsMax}, which {@link Cursors#page} applies once above all of them.
   */
  public ScanOptions within(ScanBudget shared) {
    return new ScanOptions(isolation, reverse, 0, 0, limits, shared);
  }

  /** The shared budget, or else a new one that starts now. */
  public ScanBudget budgetOf(InstantSource clock) {
    return budget == null ? new ScanBudget(limits, clock) : budget;
  }

  /** Whether the scan has no limit except the number of rows. */
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
