package dev.tenure.queue.stranded;

import dev.tenure.queue.zone.ZoneOutcome;

/**
 * The result of a search for stranded items.
 *
 * @param freed how many items and pointers have become vested
 * @param leased how many had a lease that may become stranded, and has not ended by version
 * @param failed how many zones could not be searched, for instance since this process does not know
 *     the application's schema
 */
public record StrandedReport(int freed, int leased, int failed) {
  static final StrandedReport NONE = new StrandedReport(0, 0, 0);
  static final StrandedReport FAILED = new StrandedReport(0, 0, 1);

  static StrandedReport of(ZoneOutcome outcome) {
    return switch (outcome) {
      case DONE -> new StrandedReport(1, 0, 0);
      case ITEM_LEASED -> new StrandedReport(0, 1, 0);
      case ITEM_GONE, LEASE_LOST, BLOCKED -> NONE;
    };
  }

  StrandedReport plus(StrandedReport other) {
    return new StrandedReport(freed + other.freed, leased + other.leased, failed + other.failed);
  }

  /** Whether nothing is left that a later search could free. */
  public boolean isComplete() {
    return leased == 0 && failed == 0;
  }
}
