package dev.tenure.bench.paper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The times at which tenants enqueue. Each tenant enqueues once in a period, at its own time: one
 * item or, in a skewed load, as many items as a Pareto distribution says. Each item has its own
 * transaction.
 */
final class Arrivals {
  /** The paper's alpha: a fifth of the clients make four fifths of the load. */
  private static final double ALPHA = Math.log(5) / Math.log(4);

  /** "Queue lengths ranged between 1 and 60 work items" (section 8). */
  static final int BURST_MAX = 60;

  private Arrivals() {}

  /** One tenant's enqueues of one period, at one time. */
  record Arrival(long nanos, int tenant, int items) {}

  /** The arrivals of the first {@code duration}, in order. */
  static List<Arrival> uniform(
      int tenants, double itemsPerSecond, Duration duration, SplittableRandom random) {
    int[] items = new int[tenants];
    Arrays.fill(items, 1);
    return periodic(items, itemsPerSecond, duration, random);
  }

  /** As {@link #uniform}, at the same rate of items. */
  static List<Arrival> skewed(
      int tenants, double itemsPerSecond, Duration duration, SplittableRandom random) {
    int[] items = new int[tenants];
    for (int i = 0; i < tenants; i++) {
      double drawn = Math.pow(1 - random.nextDouble(), -1 / ALPHA);
      items[i] = (int) Math.min(BURST_MAX, drawn);
    }
    return periodic(items, itemsPerSecond, duration, random);
  }

  private static List<Arrival> periodic(
      int[] items, double itemsPerSecond, Duration duration, SplittableRandom random) {
    long total = Arrays.stream(items).asLongStream().sum();
    long period = (long) (1e9 * total / itemsPerSecond);
    List<Arrival> arrivals = new ArrayList<>();
    for (int tenant = 0; tenant < items.length; tenant++) {
      for (long at = random.nextLong(period); at < duration.toNanos(); at += period) {
        arrivals.add(new Arrival(at, tenant, items[tenant]));
      }
    }
    arrivals.sort(Comparator.comparingLong(Arrival::nanos).thenComparingInt(Arrival::tenant));
    return arrivals;
  }
}
