package dev.tenure.bench.scale;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;

/** Active tenants, with and without many tenants whose only item vests in an hour. */
final class FarVesting implements ScaleMeasurement {
  private static final int ACTIVE_PART = 1_000;
  private static final int ITEMS_OF_ACTIVE = 1_000;
  private static final int ITEMS_MAX = 200_000;

  @Override
  public List<Figure> answer(int size, long seed) {
    int active = Math.max(20, size / ACTIVE_PART);
    int items = Math.min(ITEMS_OF_ACTIVE, ITEMS_MAX / active);
    double unused = measure(0, active, items, seed).perSecond();
    double before = measure(0, active, items, seed).perSecond();
    Outcome beside = measure(size, active, items, seed);
    // A process grows faster for a long time: the better of both is what it can do alone.
    double alone = Math.max(before, measure(0, active, items, seed).perSecond());
    return List.of(
        new Figure(
            "%,d active beside %,d that vest in an hour: items/s".formatted(active, size),
            beside.perSecond(),
            alone,
            beside.perSecond() / alone,
            Figure.Target.atLeast(0.9)),
        new Figure(
            "heap after the run beside before it, kB",
            beside.heapAfter() / 1_024.0,
            beside.heapBefore() / 1_024.0,
            (double) beside.heapAfter() / beside.heapBefore(),
            Figure.Target.atMost(1.1)));
  }

  private record Outcome(double perSecond, long heapBefore, long heapAfter) {}

  private static Outcome measure(int sleeping, int active, int items, long seed) {
    try (RealRun run = new RealRun(seed)) {
      run.fill("sleeping", sleeping, 1, Duration.ofHours(1));
      run.fill("active", active, items, Duration.ZERO);
      long before = RealRun.heapBytes();
      double perSecond = run.perSecond(active * items, 0);
      return new Outcome(perSecond, before, RealRun.heapBytes());
    }
  }
}
