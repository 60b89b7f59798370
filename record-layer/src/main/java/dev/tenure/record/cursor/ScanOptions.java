package dev.tenure.record.cursor;

import java.time.Duration;
import java.util.Objects;

/**
 * How a range is scanned. A scan that stops at a limit has returned at least one row, so that going
 * on from its continuation always gets somewhere.
 *
 * @param isolation whether the rows read conflict
 * @param rowsMax rows to return, 0 for no limit
 * @param reverse from the end of the range to its begin
 * @param bytesMax bytes of keys and values after which no further row is returned, 0 for no limit
 * @param timeMax time after which no further row is returned, zero for no limit
 */
public record ScanOptions(
    Isolation isolation, int rowsMax, boolean reverse, long bytesMax, Duration timeMax) {
  private static final ScanOptions DEFAULTS =
      new ScanOptions(Isolation.SERIALIZABLE, 0, false, 0, Duration.ZERO);

  public ScanOptions {
    Objects.requireNonNull(isolation, "isolation");
    if (rowsMax < 0 || bytesMax < 0 || timeMax.isNegative()) {
      throw new IllegalArgumentException(
          "scan limits are "
              + rowsMax
              + " rows, "
              + bytesMax
              + " bytes, "
              + timeMax
              + ": none may be negative, 0 is no limit");
    }
  }

  /** Serializable, forward, without limits. */
  public static ScanOptions defaults() {
    return DEFAULTS;
  }

  public ScanOptions withIsolation(Isolation newIsolation) {
    return new ScanOptions(newIsolation, rowsMax, reverse, bytesMax, timeMax);
  }

  public ScanOptions withRowsMax(int newRowsMax) {
    return new ScanOptions(isolation, newRowsMax, reverse, bytesMax, timeMax);
  }

  public ScanOptions withReverse(boolean newReverse) {
    return new ScanOptions(isolation, rowsMax, newReverse, bytesMax, timeMax);
  }

  public ScanOptions withBytesMax(long newBytesMax) {
    return new ScanOptions(isolation, rowsMax, reverse, newBytesMax, timeMax);
  }

  public ScanOptions withTimeMax(Duration newTimeMax) {
    return new ScanOptions(isolation, rowsMax, reverse, bytesMax, newTimeMax);
  }
}
