package dev.tenure.record.cursor;

import java.time.Duration;
import java.util.Objects;

/**
 * What one execution of a cursor, with all the scans below it, may cost.
 *
 * @param recordsMax rows to scan, given or dropped, 0 for no limit
 * @param bytesMax bytes of keys and values after which no further row is read, 0 for no limit
 * @param timeMax time after which no further row is read, zero for no limit
 * @param failing whether a cursor that reaches a limit fails with SCAN_BUDGET_EXCEEDED, where it
 *     would stop otherwise
 */
public record ScanLimits(long recordsMax, long bytesMax, Duration timeMax, boolean failing) {
  private static final ScanLimits NONE = new ScanLimits(0, 0, Duration.ZERO, false);

  public ScanLimits {
    Objects.requireNonNull(timeMax, "timeMax");
    if (recordsMax < 0 || bytesMax < 0 || timeMax.isNegative()) {
      throw new IllegalArgumentException(
          "scan limits are "
              + recordsMax
              + " records, "
              + bytesMax
              + " bytes, "
              + timeMax
              + ": none may be negative, 0 is no limit");
    }
  }

  /** No limit, not failing. */
  public static ScanLimits none() {
    return NONE;
  }

  public ScanLimits withRecordsMax(long newRecordsMax) {
    return new ScanLimits(newRecordsMax, bytesMax, timeMax, failing);
  }

  public ScanLimits withBytesMax(long newBytesMax) {
    return new ScanLimits(recordsMax, newBytesMax, timeMax, failing);
  }

  public ScanLimits withTimeMax(Duration newTimeMax) {
    return new ScanLimits(recordsMax, bytesMax, newTimeMax, failing);
  }

  public ScanLimits withFailing(boolean newFailing) {
    return new ScanLimits(recordsMax, bytesMax, timeMax, newFailing);
  }

  /** Whether nothing is limited. */
  public boolean isEmpty() {
    return recordsMax == 0 && bytesMax == 0 && timeMax.isZero();
  }
}
