package dev.tenure.bench.global;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Figure 4: latency as shards and clients grow together. */
final class Scalability {
  private final Plan plan;
  private final List<Integer> shards;

  Scalability(Plan plan, List<Integer> shards) {
    this.plan = plan;
    this.shards = shards;
  }

  DrawnTable measure() {
    List<String> columns = new ArrayList<>(List.of("shards", "operations_per_second"));
    columns.addAll(Measured.latencyColumns());
    Table table = new Table(plan.name("figure-4"), columns);
    for (int count : shards) {
      Plan.Sample sample = plan.sample(Setup.global(count, plan.workload(count, 2)));
      List<Object> row = new ArrayList<>(List.of(count, sample.perSecond()));
      row.addAll(sample.measured().latencies());
      table.add(row.toArray());
    }
    return new DrawnTable(
        table,
        List.of(
            Plan.panel(
                "Latency, 99th percentile (Uniqorn, Figure 4)",
                table,
                Axis.log("shards"),
                "shards",
                Axis.linear("ms"),
                Plan.p99(Plan.KINDS))));
  }
}
