package dev.tenure.record.cursor;

import dev.tenure.record.error.RecordLayerException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts how much of its limits one execution has used. All scans below a cursor share one budget.
 * Each scan may read its first row even when the budget is used up, so an execution exceeds its
 * limits by at most one row for each scan. Safe for use by many threads.
 */
public final class ScanBudget {
  private final ScanLimits limits;
  private final InstantSource clock;
  private final Instant started;
  private long records;
  private long bytes;

  /** A budget whose time starts now. */
  public ScanBudget(ScanLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
    this.started = clock.instant();
  }

  /** As {@link #ScanBudget(ScanLimits, InstantSource)} with the options' limits. */
  public ScanBudget(ScanOptions options, InstantSource clock) {
    this(options.limits(), clock);
  }

  /** Counts a scanned row. */
  public synchronized void charge(long rowBytes) {
    records++;
    bytes += rowBytes;
  }

  /**
   * The limit that is reached, if any. The caller applies the exception for the first row of a
   * scan.
   */
  public Optional<CursorResult.Reason> reached() {
    return limits.isEmpty() ? Optional.empty() : reachedLimit();
  }

  private synchronized Optional<CursorResult.Reason> reachedLimit() {
    if (limits.recordsMax() > 0 && records >= limits.recordsMax()) {
      return Optional.of(CursorResult.Reason.RECORD_LIMIT);
    }
    if (limits.bytesMax() > 0 && bytes >= limits.bytesMax()) {
      return Optional.of(CursorResult.Reason.BYTE_LIMIT);
    }
    boolean timed = !limits.timeMax().isZero();
    if (timed && !clock.instant().isBefore(started.plus(limits.timeMax()))) {
      return Optional.of(CursorResult.Reason.TIME_LIMIT);
    }
    return Optional.empty();
  }

  /**
   * As {@link #reached()}, but throws when the limits are failing.
   *
   * @throws RecordLayerException SCAN_BUDGET_EXCEEDED when a limit is reached and the limits are
   *     failing
   */
  public Optional<CursorResult.Reason> requireOrReached() {
    Optional<CursorResult.Reason> reached = reached();
    if (reached.isPresent() && limits.failing()) {
      throw new RecordLayerException(
          RecordLayerException.Code.SCAN_BUDGET_EXCEEDED,
          "scan has read "
              + records()
              + " records and "
              + bytes()
              + " bytes since "
              + started
              + " and would go on, "
              + reached.get()
              + " of "
              + limits);
    }
    return reached;
  }

  /** The number of rows scanned so far. */
  public synchronized long records() {
    return records;
  }

  /** The number of bytes scanned so far. */
  public synchronized long bytes() {
    return bytes;
  }
}
