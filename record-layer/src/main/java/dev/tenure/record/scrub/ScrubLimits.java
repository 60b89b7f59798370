package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.Objects;

/**
 * How much a scrub does at once, and in all. A run that ends at a limit can be continued.
 *
 * @param sliceRecordsMax records, or rows, of one transaction; fewer while transactions fail
 * @param sliceBytesMax bytes of one transaction's scan
 * @param groupRecordsMax records that may be read in one transaction to judge a total; groups of
 *     more are reported as not verified
 * @param groupBytesMax bytes of these records
 * @param faultsMax the run ends behind the slice that brings it to so many faults
 * @param recordsMax the run ends behind the slice that brings it to so many records and rows, 0 for
 *     no limit
 * @param timeMax the run begins no further slice later than this, zero for no limit
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
   * Slices of 500 records and 1,000,000 bytes, totals of 10,000 records and 5,000,000 bytes, 1,000
   * faults, however many records and however long.
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
