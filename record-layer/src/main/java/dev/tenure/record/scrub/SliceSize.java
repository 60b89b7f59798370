package dev.tenure.record.scrub;

/**
 * How many records a slice may have: all that the limits allow, half of it after each slice that
 * failed, down to one, and twice as many after each that went well. Used by one run, one call at a
 * time.
 */
final class SliceSize {
  private final ScrubLimits limits;
  private int halved;

  SliceSize(ScrubLimits limits) {
    this.limits = limits;
  }

  SliceLimits next() {
    return new SliceLimits(
        Math.max(1, limits.sliceRecordsMax() >> halved),
        limits.sliceBytesMax(),
        Math.max(1, limits.groupRecordsMax() >> halved),
        limits.groupBytesMax());
  }

  void halve() {
    halved = Math.min(halved + 1, Integer.SIZE - 1);
  }

  void grow() {
    halved = Math.max(0, halved - 1);
  }
}
