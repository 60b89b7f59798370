package dev.tenure.record.scrub;

/**
 * Adapts the budget of slices. The first slice gets all that the limits allow. The number of
 * records is halved after each slice that failed, down to one, and doubled after each that
 * succeeded. Used by one run, one call at a time.
 */
final class BudgetScale {
  private final ScrubLimits limits;
  private int halved;

  BudgetScale(ScrubLimits limits) {
    this.limits = limits;
  }

  SliceBudget next() {
    return new SliceBudget(
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
