package dev.tenure.record.cursor;

import java.util.Optional;

/**
 * What every scan at the bottom of a cursor tree keeps: the place behind its last row, the rows it
 * has given, the budget it shares. Asked before each row is read, told of each that was. The first
 * row is free, whatever is left of the budget: that is why each execution gets on.
 */
public final class LeafScan {
  private final long fingerprint;
  private final ScanBudget budget;
  private final int rowsMax;
  private Continuation last;
  private long rows;

  /**
   * A scan that has not read yet.
   *
   * @param fingerprint of what is scanned, for its continuations
   * @param from where the scan goes on; not refused here
   * @param rowsMax rows to give, 0 for no limit
   */
  public LeafScan(long fingerprint, Continuation from, ScanBudget budget, int rowsMax) {
    this.fingerprint = fingerprint;
    this.last = from;
    this.budget = budget;
    this.rowsMax = rowsMax;
  }

  /**
   * Why no further row may be read, and where to go on; empty as long as one may.
   *
   * @throws dev.tenure.record.error.RecordLayerException SCAN_BUDGET_EXCEEDED when the limits say
   *     so
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
   * @return the continuation behind it
   */
  public Continuation read(byte[] position, long bytes) {
    budget.charge(bytes);
    return give(position);
  }

  /** Notes a row that cost nothing, since it was at hand. */
  Continuation give(byte[] position) {
    rows++;
    last = Continuation.at(fingerprint, position);
    return last;
  }
}
