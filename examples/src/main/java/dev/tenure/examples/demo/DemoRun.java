package dev.tenure.examples.demo;

import java.time.Duration;

/**
 * The work of one run, as a function of its size alone: which tenant saves which paragraph, and
 * how. A run that is continued after a crash is the same run.
 *
 * @param abortedShare of the items, how many are preceded by an aborted transaction
 */
record DemoRun(int tenants, long items, double abortedShare) {
  private static final int DELAYED_EVERY = 10;
  private static final int PRIORITY_EVERY = 7;

  /** The tenant that saves item {@code number}. */
  int tenantOf(long number) {
    return (int) (number % tenants);
  }

  /** How many items a tenant saves. */
  long itemsOf(int tenant) {
    return items / tenants + (tenant < items % tenants ? 1 : 0);
  }

  /** Whether a transaction is aborted on purpose before the item is saved. */
  boolean aborted(long number) {
    return ((number * 0x9E3779B97F4A7C15L) >>> 11) * 0x1.0p-53 < abortedShare;
  }

  /** Every tenth item vests a little later. */
  Duration delay(long number) {
    return number % DELAYED_EVERY == 3 ? Duration.ofMillis(500 + number % 1_000) : Duration.ZERO;
  }

  /** Every seventh item is more urgent, or less, than the default of 8. */
  int priority(long number) {
    if (number % PRIORITY_EVERY != 5) {
      return 8;
    }
    return number % 2 == 0 ? 2 : 12;
  }
}
