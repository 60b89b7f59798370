package dev.tenure.consumer.top;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.List;

/**
 * Finds the tenants with most items started by this consumer, and the tenants whose items waited
 * longest in total before they were started. The memory is of fixed size for any number of tenants.
 * So small tenants may be missing, and a value may be too large by at most the number given with
 * it. Thread-safe.
 */
public final class TopTenants {
  /** The most tenants in a list. */
  public static final int TENANTS_MAX = 20;

  /** The number of counters. A value is too large by at most the total divided by this number. */
  private static final int COUNTERS = 400;

  private final SpaceSaving<TenantId> byStarts = new SpaceSaving<>(COUNTERS);
  private final SpaceSaving<TenantId> byWait = new SpaceSaving<>(COUNTERS);
  private long started;
  private long waitedMillis;

  /**
   * A tenant's share.
   *
   * @param value a number of items or of milliseconds
   * @param overstated the most by which the value may be too large
   */
  public record Share(TenantId tenant, long value, long overstated) {}

  /**
   * The lists, largest first, at most 20 tenants each.
   *
   * @param byStarts tenants by items started
   * @param byWaitMillis tenants by the total time from vesting to start of their items
   * @param started the number of items started, of all tenants
   * @param waitedMillis the total waiting time of these items
   */
  public record Lists(
      List<Share> byStarts, List<Share> byWaitMillis, long started, long waitedMillis) {

    public Lists {
      byStarts = List.copyOf(byStarts);
      byWaitMillis = List.copyOf(byWaitMillis);
    }
  }

  /** Notes that an item is about to run, with the time since it vested. */
  public synchronized void started(TenantId tenant, Duration sinceVested) {
    long millis = Math.max(0, sinceVested.toMillis());
    byStarts.add(tenant, 1);
    byWait.add(tenant, millis);
    started++;
    waitedMillis += millis;
  }

  /** The lists at this moment. */
  public synchronized Lists lists() {
    return new Lists(shares(byStarts), shares(byWait), started, waitedMillis);
  }

  private static List<Share> shares(SpaceSaving<TenantId> counters) {
    return counters.top(TENANTS_MAX).stream()
        .map(one -> new Share(one.key(), one.weight(), one.overstated()))
        .toList();
  }
}
