package dev.tenure.record.scrub;

import dev.tenure.record.cursor.ScanOptions;
import java.time.Duration;

/**
 * The most records and bytes that one transaction examines.
 *
 * @param records records or rows, at least 1
 */
record SliceBudget(int records, long bytes, int groupRecords, long groupBytes) {
  /** For the scan; transactions live five seconds. */
  private static final Duration TIME_MAX = Duration.ofSeconds(2);

  /** Options of a scan: serializable, within the limits of a slice. */
  ScanOptions scan() {
    return options(records, bytes);
  }

  /**
   * Options of a scan of a group: serializable, within the limits of a group, with one further
   * record that shows whether the group has ended.
   */
  ScanOptions group() {
    return options(groupRecords + 1L, groupBytes);
  }

  private static ScanOptions options(long records, long bytes) {
    return ScanOptions.defaults().withRecordsMax(records).withBytesMax(bytes).withTimeMax(TIME_MAX);
  }
}
