package dev.tenure.bench.global;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Figure 5: latency by the number of alternate keys of a record. */
final class AlternateKeys {
  private final Plan plan;
  private final int shards;
  private final List<Integer> keys;

  AlternateKeys(Plan plan, int shards, List<Integer> keys) {
    this.plan = plan;
    this.shards = shards;
    this.keys = keys;
  }

  DrawnTable measure() {
    List<String> columns = new ArrayList<>(List.of("alternate_keys"));
    columns.addAll(Measured.latencyColumns());
    Table table = new Table(plan.name("figure-5"), columns);
    for (int count : keys) {
      Plan.Sample sample = plan.sample(Setup.global(shards, plan.workload(shards, count)));
      List<Object> row = new ArrayList<>(List.of(count));
      row.addAll(sample.measured().latencies());
      table.add(row.toArray());
    }
    return new DrawnTable(
        table,
        List.of(
            Plan.panel(
                "Latency, 99th percentile, " + shards + " shards (Uniqorn, Figure 5)",
                table,
                Axis.linear("alternate keys of a record"),
                "alternate_keys",
                Axis.linear("ms"),
                Plan.p99(List.of(Operation.Kind.CREATE, Operation.Kind.UPDATE)))));
  }
}
