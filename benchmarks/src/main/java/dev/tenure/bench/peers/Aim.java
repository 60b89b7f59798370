package dev.tenure.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An aim for Tenure, with the number that it reached.
 *
 * @param what the description, with the unit of both numbers
 * @param atLeast whether the figure should be at least the bound; if false, at most
 */
record Aim(String what, double figure, double bound, boolean atLeast) {

  private static final double FLOODED_MILLIS = 8;

  boolean met() {
    return atLeast ? figure >= bound : figure <= bound;
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-66s %8.2f  %s %8.2f  %s",
        what,
        figure,
        atLeast ? ">=" : "<=",
        bound,
        met() ? "met" : "MISSED");
  }

  /** The aims whose shapes and systems are among the results. */
  static List<Aim> judge(List<SystemResult> results) {
    List<Aim> aims = new ArrayList<>();
    ratios(aims, results, Shapes.BURN_DOWN, 10, 8);
    ratios(aims, results, Shapes.SINGLES, 1.5, 1.3);
    ratios(aims, results, Shapes.BATCHES, 1.5, 1.5);
    ratios(aims, results, Shapes.SPREAD, 1, 1);
    coldByWarmed(aims, results);
    most(aims, results, Shapes.IDLE, "pickupMillisP50", 0.6);
    most(aims, results, Shapes.IDLE, "pickupMillisP99", 3);
    most(aims, results, Shapes.HALF_LOAD, "pickupMillisP99", 6);
    double unloaded = value(results, Shapes.FLOOD, SystemsUnderTest.TENURE, "unloadedMillisP99");
    most(aims, results, Shapes.FLOOD, "floodedMillisP99", Math.max(2 * unloaded, FLOODED_MILLIS));
    return aims;
  }

  /** Tenure's items a second by db-scheduler's, warmed up and in the first run of each process. */
  private static void ratios(
      List<Aim> aims, List<SystemResult> results, String shape, double warmed, double cold) {
    String tenure = SystemsUnderTest.TENURE;
    String peer = SystemsUnderTest.DB_SCHEDULER;
    double ofWarmed = rate(results, shape, tenure) / rate(results, shape, peer);
    least(aims, shape + ", by " + peer + "'s", ofWarmed, warmed);
    double ofCold = coldRate(results, shape, tenure) / coldRate(results, shape, peer);
    least(aims, shape + " cold, by " + peer + "'s", ofCold, cold);
  }

  private static double rate(List<SystemResult> results, String shape, String system) {
    return value(results, shape, system, "itemsPerSecond");
  }

  private static void coldByWarmed(List<Aim> aims, List<SystemResult> results) {
    double figure =
        coldRate(results, Shapes.BURN_DOWN, SystemsUnderTest.TENURE)
            / rate(results, Shapes.BURN_DOWN, SystemsUnderTest.TENURE);
    least(aims, Shapes.BURN_DOWN + " cold, by warmed", figure, 0.8);
  }

  /** The figure of the first warm-up, which for these shapes is the items a second. */
  private static double coldRate(List<SystemResult> results, String shape, String system) {
    return find(results, shape, system)
        .flatMap(each -> each.warmUps().stream().findFirst())
        .orElse(Double.NaN);
  }

  private static void least(List<Aim> aims, String what, double figure, double bound) {
    if (!Double.isNaN(figure)) {
      aims.add(new Aim(what, figure, bound, true));
    }
  }

  private static void most(
      List<Aim> aims, List<SystemResult> results, String shape, String name, double bound) {
    double figure = value(results, shape, SystemsUnderTest.TENURE, name);
    if (!Double.isNaN(figure)) {
      aims.add(new Aim(shape + ", " + name, figure, bound, false));
    }
  }

  private static double value(
      List<SystemResult> results, String shape, String system, String name) {
    return find(results, shape, system).map(each -> each.median().value(name)).orElse(Double.NaN);
  }

  private static Optional<SystemResult> find(
      List<SystemResult> results, String shape, String system) {
    return results.stream()
        .filter(each -> each.shape().equals(shape) && each.system().equals(system))
        .findFirst();
  }
}
