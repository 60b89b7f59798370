package dev.tenure.bench.global;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Figure 7: garbage index records, and latency, while no client cleans in the background. */
final class Garbage {
  private static final int SHARDS = 8;
  private static final int INTERVALS = 20;
  private static final String RATIO = "garbage_per_valid";

  private final GlobalPlan plan;
  private final Duration interval;

  Garbage(GlobalPlan plan, Duration interval) {
    this.plan = plan;
    this.interval = interval;
  }

  DrawnTable measure() {
    List<String> columns = new ArrayList<>(List.of("second", RATIO));
    columns.addAll(Measured.latencyColumns());
    Table table = new Table(plan.name("figure-7"), columns);
    Setup setup = new Setup(SHARDS, true, false, false, plan.workload(SHARDS, 2));
    try (Stores stores = plan.opened().apply(setup)) {
      for (int i = 1; i <= INTERVALS; i++) {
        Measured measured = stores.run(interval);
        double second = interval.multipliedBy(i).toMillis() / 1e3;
        List<Object> row = new ArrayList<>(List.of(second, stores.garbageRatio()));
        row.addAll(measured.latencies());
        table.add(row.toArray());
      }
    }
    Axis time = Axis.linear("s");
    return new DrawnTable(
        table,
        List.of(
            GlobalPlan.panel(
                "Garbage index records by valid ones (Uniqorn, Figure 7)",
                table,
                time,
                "second",
                Axis.linear("ratio"),
                List.of(RATIO)),
            GlobalPlan.panel(
                "Latency, 99th percentile, meanwhile",
                table,
                time,
                "second",
                Axis.linear("ms"),
                GlobalPlan.p99(GlobalPlan.KINDS))));
  }
}
