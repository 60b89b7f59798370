package dev.tenure.record.scrub;

/**
 * What a run has done so far.
 *
 * @param records records scanned
 * @param rows rows of the index looked at
 * @param slices transactions that have succeeded
 * @param retries transactions that have failed and were tried again
 * @param faults found
 * @param repaired those of them that were repaired
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

  /** Records and rows. */
  long scanned() {
    return records + rows;
  }
}
