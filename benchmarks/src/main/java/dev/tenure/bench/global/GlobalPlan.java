package dev.tenure.bench.global;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.plot.Series;
import dev.tenure.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The parameters of a run of figures.
 *
 * @param operations the number of operations of each measurement
 * @param pool the keys of each pool for each shard
 * @param phase the time of an outage of figure 6 before the next one begins
 * @param opened makes the stores of a setup
 */
record GlobalPlan(
    long seed,
    int operations,
    int pool,
    Duration phase,
    String suffix,
    Function<Setup, Stores> opened) {
  private static final int WARM_UP_PARTS = 4;
  private static final int TURNS_MIN = 100;

  static final List<WorkloadOperation.Kind> KINDS = List.of(WorkloadOperation.Kind.values());

  /** A run under the model of service times. */
  static GlobalPlan modelled(
      long seed, int operations, int pool, Duration phase, ShardTimes times) {
    return new GlobalPlan(
        seed, operations, pool, phase, "", setup -> new ModelledStores(seed, times, setup));
  }

  /** A run in real time. */
  static GlobalPlan real(long seed, int operations, int pool, Duration phase) {
    return new GlobalPlan(
        seed, operations, pool, phase, "-real", setup -> new RealStores(seed, setup));
  }

  /** The paper's workload for a number of shards. */
  Workload workload(int shards, int alternateKeys) {
    return new Workload(alternateKeys, pool * shards, false);
  }

  /** The measurement of one setup, after a warm-up. */
  record Sample(Measured measured, double perSecond) {}

  Sample sample(Setup setup) {
    try (Stores stores = opened.apply(setup)) {
      int turns = TURNS_MIN * stores.threads();
      stores.measure(Math.max(operations / WARM_UP_PARTS, turns));
      Measured measured = stores.measure(Math.max(operations, turns));
      return new Sample(measured, stores.perSecond());
    }
  }

  /** The name of the files of a table or figure. */
  String name(String of) {
    return "global-index-" + of + suffix;
  }

  /** A line for each column of a table, by another column. */
  static Panel panel(String title, Table table, Axis x, String by, Axis y, List<String> columns) {
    List<Series> series = new ArrayList<>();
    for (String column : columns) {
      List<Series.Point> points = new ArrayList<>();
      for (int row = 0; row < table.size(); row++) {
        points.add(new Series.Point(table.number(row, by), table.number(row, column)));
      }
      series.add(new Series(column.replaceAll("_(p99_ms|percent)$", ""), points));
    }
    return new Panel(title, x, y, series);
  }

  /** The 99th percentile of some kinds. */
  static List<String> p99(List<WorkloadOperation.Kind> kinds) {
    return kinds.stream().map(kind -> Measured.column(kind, 99)).toList();
  }
}
