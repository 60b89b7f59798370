package dev.tenure.record.build;

import java.time.Duration;
import java.util.Objects;

/**
 * The size of the slices of a build, or of a change by query; each slice is one transaction. Slices
 * grow while they succeed, and shrink when they fail.
 *
 * @param recordsFirst the records of the first slice, at least 1
 * @param recordsMax the most records of a slice
 * @param growAfter the number of full slices that must succeed in a row before slices grow
 * @param bytesMax the bytes of records after which a slice ends; each slice reads at least one
 *     record
 * @param timeMax the time after which a slice reads no further record; a transaction has five
 *     seconds in all
 */
public record SliceLimits(
    int recordsFirst, int recordsMax, int growAfter, long bytesMax, Duration timeMax) {
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final long BYTES_LARGEST = 5_000_000;
  private static final SliceLimits DEFAULTS =
      new SliceLimits(100, 10_000, 10, 1_000_000, Duration.ofSeconds(2));

  public SliceLimits {
    Objects.requireNonNull(timeMax, "timeMax");
    if (recordsFirst < 1 || recordsMax < recordsFirst || growAfter < 1) {
      throw new IllegalArgumentException(
          String.format(
              "slices are of %d to %d records and grow after %d, expected 1 <= first <= most and"
                  + " 1 <= growAfter",
              recordsFirst, recordsMax, growAfter));
    }
    if (bytesMax < 1 || bytesMax > BYTES_LARGEST) {
      throw new IllegalArgumentException(
          "slices are of " + bytesMax + " bytes, expected 1 to " + BYTES_LARGEST);
    }
    if (timeMax.isZero() || timeMax.isNegative() || timeMax.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "slices take " + timeMax + ", expected more than zero and at most " + LONGEST);
    }
  }

  /**
   * First 100 records, at most 10,000, doubled after ten successful slices; at most 1,000,000 bytes
   * and two seconds.
   */
  public static SliceLimits defaults() {
    return DEFAULTS;
  }

  public SliceLimits withRecords(int first, int most) {
    return new SliceLimits(first, most, growAfter, bytesMax, timeMax);
  }

  public SliceLimits withGrowAfter(int slices) {
    return new SliceLimits(recordsFirst, recordsMax, slices, bytesMax, timeMax);
  }

  public SliceLimits withBytesMax(long bytes) {
    return new SliceLimits(recordsFirst, recordsMax, growAfter, bytes, timeMax);
  }

  public SliceLimits withTimeMax(Duration time) {
    return new SliceLimits(recordsFirst, recordsMax, growAfter, bytesMax, time);
  }
}
