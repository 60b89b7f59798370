package dev.tenure.record.cursor;

import java.time.Duration;
import java.util.Objects;

/**
 * The most that one execution of a cursor may cost, including all scans below it. Example: {@code
 * recordsMax} 1000 and {@code timeMax} 2 s end a scan long before the five seconds of a
 * transaction, and the next transaction continues it.
 *
 * @param recordsMax the most rows to scan, including rows that are filtered out; 0 for no limit
 * @param bytesMax the bytes of keys and values after which no further row is read; 0 for no limit
 * @param timeMax the time after which no further row is read; zero for no limit
 * @param failing whether a cursor that reaches a limit fails with SCAN_BUDGET_EXCEEDED instead of
 *     stopping
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

  /** No limits, not failing. */
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

  /** Whether there is no limit. */
  public boolean isEmpty() {
    return recordsMax == 0 && bytesMax == 0 && timeMax.isZero();
  }
}
