package dev.tenure.bench.global;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Figures 4 and 5: latency by a number of the setup. */
final class Sweep {
  private static final int ALTERNATE_KEYS = 2;

  private Sweep() {}

  /** Figure 4: shards and clients grow together. */
  static DrawnTable byShards(GlobalPlan plan, List<Integer> shards) {
    Table table =
        table(
            plan,
            "figure-4",
            "shards",
            shards,
            count -> Setup.global(count, plan.workload(count, ALTERNATE_KEYS)));
    String title = "Latency, 99th percentile (Uniqorn, Figure 4)";
    return drawn(title, table, Axis.log("shards"), "shards", GlobalPlan.KINDS);
  }

  /** Figure 5: records have more and more alternate keys. */
  static DrawnTable byAlternateKeys(GlobalPlan plan, int shards, List<Integer> keys) {
    Table table =
        table(
            plan,
            "figure-5",
            "alternate_keys",
            keys,
            count -> Setup.global(shards, plan.workload(shards, count)));
    String title = "Latency, 99th percentile, " + shards + " shards (Uniqorn, Figure 5)";
    Axis axis = Axis.linear("alternate keys of a record");
    List<WorkloadOperation.Kind> writes =
        List.of(WorkloadOperation.Kind.CREATE, WorkloadOperation.Kind.UPDATE);
    return drawn(title, table, axis, "alternate_keys", writes);
  }

  private static Table table(
      GlobalPlan plan, String name, String by, List<Integer> numbers, IntFunction<Setup> setups) {
    List<String> columns = new ArrayList<>(List.of(by, "operations_per_second"));
    columns.addAll(Measured.latencyColumns());
    Table table = new Table(plan.name(name), columns);
    for (int number : numbers) {
      GlobalPlan.Sample sample = plan.sample(setups.apply(number));
      List<Object> row = new ArrayList<>(List.of(number, sample.perSecond()));
      row.addAll(sample.measured().latencies());
      table.add(row.toArray());
    }
    return table;
  }

  private static DrawnTable drawn(
      String title, Table table, Axis x, String by, List<WorkloadOperation.Kind> kinds) {
    return new DrawnTable(
        table,
        List.of(GlobalPlan.panel(title, table, x, by, Axis.linear("ms"), GlobalPlan.p99(kinds))));
  }
}
