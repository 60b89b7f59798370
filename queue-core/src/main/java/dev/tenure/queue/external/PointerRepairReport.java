package dev.tenure.queue.external;

/**
 * The result of a search for zones whose items consumers would not find in time.
 *
 * @param zones the number of zones with items
 * @param repaired for how many a pointer was made or a nudge was written
 * @param failed how many could not be looked at: their tenant has no store, or its cluster does not
 *     answer
 */
public record PointerRepairReport(int zones, int repaired, int failed) {
  static final PointerRepairReport NONE = new PointerRepairReport(0, 0, 0);

  PointerRepairReport plus(PointerRepairReport other) {
    return new PointerRepairReport(
        zones + other.zones, repaired + other.repaired, failed + other.failed);
  }
}
