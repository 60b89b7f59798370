package dev.tenure.consumer.top;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.List;

/**
 * The tenants whose items were started most often here, and those whose items waited longest in all
 * for that, since this was made. Any number of tenants in memory of a fixed size: small tenants may
 * be missing, and what is told of one may be too much by a number that is told with it.
 * Thread-safe.
 */
public final class TopTenants {
  /** How many tenants a list has at most. */
  public static final int TENANTS_MAX = 20;

  /** Many more than are shown: what is told is wrong by at most the total over these. */
  private static final int COUNTERS = 400;

  private final SpaceSaving<TenantId> byStarts = new SpaceSaving<>(COUNTERS);
  private final SpaceSaving<TenantId> byWait = new SpaceSaving<>(COUNTERS);
  private long started;
  private long waitedMillis;

  /**
   * A tenant's share.
   *
   * @param value items, or milliseconds
   * @param overstated by how much the value may be too large
   */
  public record Share(TenantId tenant, long value, long overstated) {}

  /**
   * The lists, largest first, at most 20 tenants each.
   *
   * @param byStarts tenants by items started
   * @param byWaitMillis tenants by the time that their items were due before they were started
   * @param started items started, of all tenants
   * @param waitedMillis how long they waited in all
   */
  public record Lists(
      List<Share> byStarts, List<Share> byWaitMillis, long started, long waitedMillis) {

    public Lists {
      byStarts = List.copyOf(byStarts);
      byWaitMillis = List.copyOf(byWaitMillis);
    }
  }

  /** An item is about to be run that has been due for some time. */
  public synchronized void started(TenantId tenant, Duration sinceVested) {
    long millis = Math.max(0, sinceVested.toMillis());
    byStarts.add(tenant, 1);
    byWait.add(tenant, millis);
    started++;
    waitedMillis += millis;
  }

  /** What is known now. */
  public synchronized Lists lists() {
    return new Lists(shares(byStarts), shares(byWait), started, waitedMillis);
  }

  private static List<Share> shares(SpaceSaving<TenantId> counters) {
    return counters.top(TENANTS_MAX).stream()
        .map(one -> new Share(one.key(), one.weight(), one.overstated()))
        .toList();
  }
}
