package dev.tenure.record.scrub;

/**
 * The counts of a run so far.
 *
 * @param records the records scanned
 * @param rows the rows of the index checked
 * @param slices the transactions that succeeded
 * @param retries the transactions that failed and were retried
 * @param faults the faults found
 * @param repaired the faults that were repaired
 */
public record ScrubCounts(
    long records, long rows, long slices, long retries, long faults, long repaired) {
  static final ScrubCounts NONE = new ScrubCounts(0, 0, 0, 0, 0, 0);

  ScrubCounts withSlice(Looked looked) {
    return new ScrubCounts(
        records + looked.records(), rows + looked.rows(), slices + 1, retries, faults, repaired);
  }

  ScrubCounts withRetry() {
    return new ScrubCounts(records, rows, slices, retries + 1, faults, repaired);
  }

  ScrubCounts withFault(Fault fault) {
    return new ScrubCounts(
        records, rows, slices, retries, faults + 1, repaired + (fault.repaired() ? 1 : 0));
  }

  /** The number of records and rows scanned. */
  long scanned() {
    return records + rows;
  }
}
