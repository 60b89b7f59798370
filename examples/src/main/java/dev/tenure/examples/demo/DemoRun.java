package dev.tenure.examples.demo;

import java.time.Duration;

/**
 * The work of one run, which depends on its size alone: the tenant and the options of each
 * paragraph. So a run that continues after a crash is the same run.
 *
 * @param abortedShare the share of the items that follow an aborted transaction
 */
record DemoRun(int tenants, long items, double abortedShare) {
  private static final int DELAYED_EVERY = 10;
  private static final int PRIORITY_EVERY = 7;

  /** The tenant that saves item {@code number}. */
  int tenantOf(long number) {
    return (int) (number % tenants);
  }

  /** The number of items that a tenant saves. */
  long itemsOf(int tenant) {
    return items / tenants + (tenant < items % tenants ? 1 : 0);
  }

  /** Whether a transaction is aborted on purpose before the item is saved. */
  boolean aborted(long number) {
    return ((number * 0x9E3779B97F4A7C15L) >>> 11) * 0x1.0p-53 < abortedShare;
  }

  /** The delay of an item: every tenth one vests a little later. */
  Duration delay(long number) {
    return number % DELAYED_EVERY == 3 ? Duration.ofMillis(500 + number % 1_000) : Duration.ZERO;
  }

  /** The priority of an item: every seventh one has a higher or lower one than the default of 8. */
  int priority(long number) {
    if (number % PRIORITY_EVERY != 5) {
      return 8;
    }
    return number % 2 == 0 ? 2 : 12;
  }
}
