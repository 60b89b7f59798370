package dev.tenure.record.cursor;

import java.util.Optional;

/**
 * The state of a scan at the bottom of a cursor tree: the position of its last row, the number of
 * rows returned, and the shared budget. A scan calls {@link #stop} before it reads a row, and
 * {@link #read} after. The first row may be read even when the budget is used up, so that each
 * execution makes progress.
 */
public final class LeafScan {
  private final long fingerprint;
  private final ScanBudget budget;
  private final int rowsMax;
  private Continuation last;
  private long rows;

  /**
   * The state of a scan that has not read a row yet.
   *
   * @param fingerprint the fingerprint of the scan, for its continuations
   * @param from the continuation to begin at; it is not checked here
   * @param rowsMax the most rows to return; 0 for no limit
   */
  public LeafScan(long fingerprint, Continuation from, ScanBudget budget, int rowsMax) {
    this.fingerprint = fingerprint;
    this.last = from;
    this.budget = budget;
    this.rowsMax = rowsMax;
  }

  /**
   * The stop, when no further row may be read; empty while one may be read.
   *
   * @throws dev.tenure.record.error.RecordLayerException SCAN_BUDGET_EXCEEDED when a limit is
   *     reached and the limits are failing
   */
  public <T> Optional<CursorResult.Stop<T>> stop() {
    if (rows == 0) {
      return Optional.empty();
    }
    Optional<CursorResult.Reason> reason =
        rowsMax > 0 && rows >= rowsMax
            ? Optional.of(CursorResult.Reason.ROW_LIMIT)
            : budget.requireOrReached();
    return reason.map(why -> new CursorResult.Stop<>(why, last));
  }

  /**
   * Charges a row that was read.
   *
   * @param position of the row
   * @return the continuation after the row
   */
  public Continuation read(byte[] position, long bytes) {
    budget.charge(bytes);
    return give(position);
  }

  /** Notes a row that costs nothing, because it was already in memory. */
  Continuation give(byte[] position) {
    rows++;
    last = Continuation.at(fingerprint, position);
    return last;
  }
}
