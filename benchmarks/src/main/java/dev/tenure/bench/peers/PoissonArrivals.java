package dev.tenure.bench.peers;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The times at which items arrive, whether earlier items are done or not. A latency counted from
 * these times includes the time for which the queue stalls its producers.
 */
final class PoissonArrivals {
  private final int from;
  private final long[] dueNanos;
  private final int firstTenant;
  private final int tenants;

  private PoissonArrivals(int from, long[] dueNanos, int firstTenant, int tenants) {
    this.from = from;
    this.dueNanos = dueNanos;
    this.firstTenant = firstTenant;
    this.tenants = tenants;
  }

  /**
   * Items at random times, with exponentially distributed gaps, as from many independent sources.
   *
   * @param from the number of the first item
   * @param perSecond the average number of items per second
   * @param firstTenant the tenant of the first item; the other items belong to the following
   *     tenants in turn
   */
  static PoissonArrivals random(
      int from, int count, double perSecond, int firstTenant, int tenants) {
    SplittableRandom random = new SplittableRandom(4711);
    long[] due = new long[count];
    double at = System.nanoTime() + Duration.ofMillis(20).toNanos();
    for (int i = 0; i < count; i++) {
      at += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
      due[i] = (long) at;
    }
    return new PoissonArrivals(from, due, firstTenant, tenants);
  }

  void enter(ItemTimes times) {
    for (int i = from; i < to(); i++) {
      times.due(i, dueNanos(i));
    }
  }

  int from() {
    return from;
  }

  /** One after the last number. */
  int to() {
    return from + dueNanos.length;
  }

  long dueNanos(int number) {
    return dueNanos[number - from];
  }

  int tenant(int number) {
    return firstTenant + (number - from) % tenants;
  }
}
