package dev.tenure.bench.peers;

import java.util.Collections;
import java.util.List;

/**
 * How a system is warmed up for a shape: by unmeasured runs, until one of the shape's numbers no
 * longer improves. On few cores the just-in-time compilers compete with what they compile, for
 * longer than one run lasts.
 *
 * @param figure the number's name in a {@link MeasuredValues}
 * @param moreIsBetter else less is
 * @param runsMax at least 1; how many are worth their time with this shape, however many are
 *     allowed
 */
record WarmUp(String figure, boolean moreIsBetter, int runsMax) {
  /** So many runs in a row without an improvement: one alone may have met a disturbance. */
  private static final int PATIENCE = 2;

  /** As a share of the best before; what is no more than this is no improvement. */
  private static final double IMPROVEMENT_MIN = 0.05;

  /** Until a rate no longer rises, in as many runs as are allowed. */
  static WarmUp untilSteady(String rate) {
    return new WarmUp(rate, true, Scale.WARM_UPS_MAX);
  }

  double of(MeasuredValues values) {
    return values.value(figure);
  }

  /**
   * Whether no other run is wanted.
   *
   * @param figures of the runs so far, in their order
   * @param allowed at most so many runs, 1 or more
   */
  boolean isOver(List<Double> figures, int allowed) {
    int runs = figures.size();
    return runs >= Math.min(allowed, runsMax) || (runs > PATIENCE && !lastAreBetter(figures));
  }

  /** Whether one of the last runs is better than all those before. */
  private boolean lastAreBetter(List<Double> figures) {
    int before = figures.size() - PATIENCE;
    double best = best(figures.subList(0, before));
    double last = best(figures.subList(before, figures.size()));
    return moreIsBetter ? last > best * (1 + IMPROVEMENT_MIN) : last < best * (1 - IMPROVEMENT_MIN);
  }

  private double best(List<Double> figures) {
    return moreIsBetter ? Collections.max(figures) : Collections.min(figures);
  }
}
