package dev.tenure.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An aim for Tenure, with the number that it reached.
 *
 * @param what the description, with the unit of both numbers
 * @param atLeast whether the figure should be at least the bound; if false, at most
 */
record Aim(String what, double figure, double bound, boolean atLeast) {

  private static final double FLOODED_MILLIS = 10;

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
    ratio(aims, results, Shapes.BURN_DOWN, SystemsUnderTest.DB_SCHEDULER, 5);
    ratio(aims, results, Shapes.SINGLES, SystemsUnderTest.SKIP_LOCKED, 1.5);
    ratio(aims, results, Shapes.BATCHES, SystemsUnderTest.DB_SCHEDULER, 1);
    ratio(aims, results, Shapes.SPREAD, SystemsUnderTest.DB_SCHEDULER, 1);
    most(aims, results, Shapes.IDLE, "pickupMillisP50", 1);
    most(aims, results, Shapes.IDLE, "pickupMillisP99", 5);
    most(aims, results, Shapes.HALF_LOAD, "pickupMillisP99", 20);
    double unloaded = value(results, Shapes.FLOOD, SystemsUnderTest.TENURE, "unloadedMillisP99");
    most(aims, results, Shapes.FLOOD, "floodedMillisP99", Math.max(2 * unloaded, FLOODED_MILLIS));
    return aims;
  }

  private static void ratio(
      List<Aim> aims, List<SystemResult> results, String shape, String peer, double bound) {
    double figure =
        value(results, shape, SystemsUnderTest.TENURE, "itemsPerSecond")
            / value(results, shape, peer, "itemsPerSecond");
    if (!Double.isNaN(figure)) {
      aims.add(new Aim(shape + ", by " + peer + "'s", figure, bound, true));
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
    return results.stream()
        .filter(each -> each.shape().equals(shape) && each.system().equals(system))
        .findFirst()
        .map(each -> each.median().value(name))
        .orElse(Double.NaN);
  }
}
