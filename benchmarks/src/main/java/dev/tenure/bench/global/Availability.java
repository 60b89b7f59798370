package dev.tenure.bench.global;

import dev.tenure.bench.global.Measured.Outcome;
import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 6: index shards go down one after the other, and come back one after the other, while
 * writes that need them fail. Data shards have a local index, by which reads and deletes continue.
 */
final class Availability {
  private static final int SHARDS = 6;
  private static final int ALTERNATE_KEYS = 2;

  /** Intervals of a phase. */
  private static final int PARTS = 5;

  private final GlobalPlan plan;

  Availability(GlobalPlan plan) {
    this.plan = plan;
  }

  DrawnTable measure() {
    Table table = new Table(plan.name("figure-6"), columns());
    Workload workload = plan.workload(SHARDS, ALTERNATE_KEYS);
    Setup setup = new Setup(SHARDS, true, true, true, workload);
    try (Stores stores = plan.opened().apply(setup)) {
      for (int phase = 0; phase <= 2 * SHARDS; phase++) {
        int down = phase <= SHARDS ? phase : 2 * SHARDS - phase;
        for (int place = 0; place < SHARDS; place++) {
          stores.setIndexDown(place, place < down);
        }
        double expected = 100 * shareThatIsUp(stores, workload, down);
        for (int part = 0; part < PARTS; part++) {
          Duration interval = plan.phase().dividedBy(PARTS);
          double minute = interval.multipliedBy(phase * PARTS + part).toMillis() / 60e3;
          add(table, minute, down, expected, stores.run(interval));
        }
      }
    }
    return new DrawnTable(
        table,
        List.of(
            panel("Operations that no outage failed (Uniqorn, Figure 6)", table, "answered"),
            panel("Operations that had an effect or found a record", table, "done")));
  }

  private static List<String> columns() {
    List<String> columns =
        new ArrayList<>(List.of("minute", "down", "creates", "create_expected_percent"));
    for (String of : List.of("answered", "done")) {
      GlobalPlan.KINDS.forEach(kind -> columns.add(column(kind, of)));
    }
    columns.addAll(Measured.latencyColumns());
    return columns;
  }

  private static String column(WorkloadOperation.Kind kind, String of) {
    return kind.label() + "_" + of + "_percent";
  }

  private static void add(
      Table table, double minute, int down, double expected, Measured measured) {
    List<Object> row =
        new ArrayList<>(
            List.of(minute, down, measured.count(WorkloadOperation.Kind.CREATE), expected));
    GlobalPlan.KINDS.forEach(kind -> row.add(100 - measured.percent(kind, Outcome.DOWN)));
    GlobalPlan.KINDS.forEach(kind -> row.add(measured.percent(kind, Outcome.DONE)));
    row.addAll(measured.latencies());
    table.add(row.toArray());
  }

  private static Panel panel(String title, Table table, String of) {
    return GlobalPlan.panel(
        title,
        table,
        Axis.linear("minutes"),
        "minute",
        Axis.linear("% of the operations"),
        GlobalPlan.KINDS.stream().map(kind -> column(kind, of)).toList());
  }

  /** The share of creates whose keys all lie on shards that are up, by the keys of the pools. */
  private static double shareThatIsUp(Stores stores, Workload workload, int down) {
    double share = 1;
    for (int pool = 0; pool < ALTERNATE_KEYS; pool++) {
      int up = 0;
      for (int number = 0; number < workload.poolSize(); number++) {
        up += stores.shards().indexPlaceOf(workload.alternateKey(pool, number)) < down ? 0 : 1;
      }
      share *= (double) up / workload.poolSize();
    }
    return share;
  }
}
