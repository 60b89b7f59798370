package dev.tenure.record.build;

/**
 * The number of records that the next slice may have. It is halved after a slice that failed, down
 * to one record, and doubled after some full slices that succeeded. Not safe for use by several
 * threads at once.
 */
public final class SliceSize {
  private final SliceLimits limits;
  private int records;
  private int fullInARow;

  /** The size of the first slice. */
  public SliceSize(SliceLimits limits) {
    this.limits = limits;
    this.records = limits.recordsFirst();
  }

  /** The number of records that the next slice may have. */
  public int records() {
    return records;
  }

  /** Whether a slice can become no smaller. */
  public boolean isLeast() {
    return records == 1;
  }

  /**
   * Notes that a slice was committed.
   *
   * @param read the number of records of the slice. Only a full slice counts as a success: a slice
   *     that another limit ended does not show that a larger one would succeed
   */
  public void succeeded(int read) {
    if (read < records || records == limits.recordsMax()) {
      return;
    }
    fullInARow++;
    if (fullInARow >= limits.growAfter()) {
      records = (int) Math.min(2L * records, limits.recordsMax());
      fullInARow = 0;
    }
  }

  /** Notes that a slice conflicted, was too large or took too long. */
  public void failed() {
    records = Math.max(1, records / 2);
    fullInARow = 0;
  }
}
