package dev.tenure.bench.peers;

import java.util.List;

/**
 * How a contestant is warmed up for a shape: by unmeasured runs, until one of the shape's numbers
 * no longer improves. On few cores the just-in-time compilers compete with what they compile, for
 * longer than one run lasts.
 *
 * @param figure the number's name in a {@link Reading}
 * @param moreIsBetter else less is
 * @param runsMax at least 1; how many are worth their time with this shape, however many are
 *     allowed
 */
record WarmUp(String figure, boolean moreIsBetter, int runsMax) {
  /** With one run there is nothing to compare. */
  private static final int RUNS_MIN = 2;

  /** As a share of the best before; what is no more than this is no improvement. */
  private static final double IMPROVEMENT_MIN = 0.05;

  /** Until a rate no longer rises, in as many runs as are allowed. */
  static WarmUp untilSteady(String rate) {
    return new WarmUp(rate, true, Scale.WARM_UPS_MAX);
  }

  double of(Reading reading) {
    return reading.value(figure);
  }

  /**
   * Whether no other run is wanted.
   *
   * @param figures of the runs so far, in their order
   * @param allowed at most so many runs, 1 or more
   */
  boolean isOver(List<Double> figures, int allowed) {
    int runs = figures.size();
    return runs >= Math.min(allowed, runsMax) || (runs >= RUNS_MIN && !lastIsBetter(figures));
  }

  /** Than the one before it, which is the best so far, or would have been the last. */
  private boolean lastIsBetter(List<Double> figures) {
    double last = figures.get(figures.size() - 1);
    double best = figures.get(figures.size() - 2);
    return moreIsBetter ? last > best * (1 + IMPROVEMENT_MIN) : last < best * (1 - IMPROVEMENT_MIN);
  }
}
