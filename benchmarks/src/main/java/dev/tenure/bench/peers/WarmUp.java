package dev.tenure.bench.peers;

import java.util.Collections;
import java.util.List;

/**
 * The warm-up of a system for a shape: unmeasured runs, until one of the shape's numbers no longer
 * improves. On a machine with few cores, just-in-time compilers compete with the measured code for
 * longer than one run.
 *
 * @param figure the number's name in a {@link MeasuredValues}
 * @param moreIsBetter whether a larger number is better
 * @param runsMax the most runs that are useful for this shape, at least 1
 */
record WarmUp(String figure, boolean moreIsBetter, int runsMax) {
  /** So many runs in a row without an improvement: one alone may have met a disturbance. */
  private static final int PATIENCE = 2;

  /** As a share of the best before; what is no more than this is no improvement. */
  private static final double IMPROVEMENT_MIN = 0.05;

  /** A warm-up until a rate no longer rises, with as many runs as are allowed. */
  static WarmUp untilSteady(String rate) {
    return new WarmUp(rate, true, Scale.WARM_UPS_MAX);
  }

  double of(MeasuredValues values) {
    return values.value(figure);
  }

  /**
   * Whether no further run is needed.
   *
   * @param figures the figures of the runs so far, in order
   * @param allowed the most allowed runs, at least 1
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
