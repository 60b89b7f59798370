package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.Objects;

/**
 * The size of a scrubber's transactions, and of a whole run. A run that ends at a limit can be
 * continued.
 *
 * @param sliceRecordsMax the most records or rows of one transaction; after a failed transaction
 *     there are fewer
 * @param sliceBytesMax the most bytes that one transaction scans
 * @param groupRecordsMax the most records that one transaction reads to check an aggregate; a group
 *     with more records is reported as unverified
 * @param groupBytesMax the most bytes of these records
 * @param faultsMax the run ends after the slice in which it reaches this number of faults
 * @param recordsMax the run ends after the slice in which it reaches this number of records and
 *     rows; 0 for no limit
 * @param timeMax the time after which the run begins no further slice; zero for no limit
 */
public record ScrubLimits(
    int sliceRecordsMax,
    long sliceBytesMax,
    int groupRecordsMax,
    long groupBytesMax,
    int faultsMax,
    long recordsMax,
    Duration timeMax) {
  private static final ScrubLimits DEFAULTS =
      new ScrubLimits(500, 1_000_000, 10_000, 5_000_000, 1_000, 0, Duration.ZERO);

  public ScrubLimits {
    Objects.requireNonNull(timeMax, "timeMax");
    requireAtLeastOne("sliceRecordsMax", sliceRecordsMax);
    requireAtLeastOne("sliceBytesMax", sliceBytesMax);
    requireAtLeastOne("groupRecordsMax", groupRecordsMax);
    requireAtLeastOne("groupBytesMax", groupBytesMax);
    requireAtLeastOne("faultsMax", faultsMax);
    if (recordsMax < 0 || timeMax.isNegative()) {
      throw new IllegalArgumentException(
          "a scrub of " + recordsMax + " records in " + timeMax + ": neither may be negative");
    }
  }

  private static void requireAtLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", the least is 1");
    }
  }

  /**
   * Slices of 500 records and 1,000,000 bytes, aggregates of 10,000 records and 5,000,000 bytes,
   * 1,000 faults; no limit of records and time.
   */
  public static ScrubLimits defaults() {
    return DEFAULTS;
  }

  public ScrubLimits withSlice(int records, long bytes) {
    return new ScrubLimits(
        records, bytes, groupRecordsMax, groupBytesMax, faultsMax, recordsMax, timeMax);
  }

  public ScrubLimits withGroup(int records, long bytes) {
    return new ScrubLimits(
        sliceRecordsMax, sliceBytesMax, records, bytes, faultsMax, recordsMax, timeMax);
  }

  public ScrubLimits withFaultsMax(int faults) {
    return new ScrubLimits(
        sliceRecordsMax,
        sliceBytesMax,
        groupRecordsMax,
        groupBytesMax,
        faults,
        recordsMax,
        timeMax);
  }

  public ScrubLimits withRecordsMax(long records) {
    return new ScrubLimits(
        sliceRecordsMax,
        sliceBytesMax,
        groupRecordsMax,
        groupBytesMax,
        faultsMax,
        records,
        timeMax);
  }

  public ScrubLimits withTimeMax(Duration most) {
    return new ScrubLimits(
        sliceRecordsMax,
        sliceBytesMax,
        groupRecordsMax,
        groupBytesMax,
        faultsMax,
        recordsMax,
        most);
  }
}
