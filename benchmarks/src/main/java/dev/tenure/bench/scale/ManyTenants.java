package dev.tenure.bench.scale;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;

/**
 * Many tenants with one item each, compared with few tenants with up to a thousand items each, for
 * the same number of items.
 */
final class ManyTenants implements ScaleMeasurement {
  private static final int ITEMS_OF_FEW = 1_000;

  /** Fewer would be fewer than visits go on at a time. */
  private static final int FEW_MIN = 200;

  @Override
  public List<Figure> answer(int size, long seed) {
    // The first run of a process is the slowest: it is not counted.
    double unused = perSecond(size / 4, 1, 1, seed);
    return List.of(
        beside("items/s, dequeue_max 1", size, 1, seed, Figure.Target.atLeast(0.9)),
        beside("items/s, dequeue_max 8 to 128", size, 0, seed, Figure.Target.NONE));
  }

  private static Figure beside(
      String what, int size, int dequeueMax, long seed, Figure.Target target) {
    int few = Math.max(FEW_MIN, size / ITEMS_OF_FEW);
    double ofFew = perSecond(few, size / few, dequeueMax, seed);
    double ofMany = perSecond(size, 1, dequeueMax, seed);
    return new Figure(
        "%,d x 1 beside %,d x %,d: %s".formatted(size, few, size / few, what),
        ofMany,
        ofFew,
        ofMany / ofFew,
        target);
  }

  private static double perSecond(int tenants, int items, int dequeueMax, long seed) {
    try (RealRun run = new RealRun(seed)) {
      run.fill("app", tenants, items, Duration.ZERO);
      return run.perSecond(tenants * items, dequeueMax);
    }
  }
}
