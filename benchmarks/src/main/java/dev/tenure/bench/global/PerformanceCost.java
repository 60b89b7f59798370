package dev.tenure.bench.global;

import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.util.List;

/** Table 1: latencies beside those of a store without the global index. */
final class PerformanceCost {
  private static final int ALTERNATE_KEYS = 2;

  private final GlobalPlan plan;
  private final Table table;

  PerformanceCost(GlobalPlan plan) {
    this.plan = plan;
    this.table =
        new Table(
            plan.name("table-1"),
            List.of(
                "operation",
                "monolithic_p99_ms",
                "global_p99_ms",
                "ratio",
                "monolithic_done_p99_ms",
                "global_done_p99_ms",
                "paper_monolithic_ms",
                "paper_global_ms",
                "paper_ratio"));
  }

  /** The two stores under one workload. */
  private record Pair(Measured monolithic, Measured global) {}

  DrawnTable measure() {
    Pair changing = measure(plan.workload(1, ALTERNATE_KEYS));
    Pair without = measure(plan.workload(1, 0));
    Pair keeping = measure(new Workload(ALTERNATE_KEYS, plan.pool(), true));
    add("create with 2 AKs", changing, WorkloadOperation.Kind.CREATE, 25, 75);
    add("create with no AK", without, WorkloadOperation.Kind.CREATE, 16, 16);
    add("read by AK", changing, WorkloadOperation.Kind.READ, 12, 16);
    add("update with 2 changed AKs", changing, WorkloadOperation.Kind.UPDATE, 30, 85);
    add("update without AK changes", keeping, WorkloadOperation.Kind.UPDATE, 25, 25);
    add("delete by AK", changing, WorkloadOperation.Kind.DELETE, 22, 27);
    return new DrawnTable(table, List.of());
  }

  private Pair measure(Workload workload) {
    return new Pair(
        plan.sample(Setup.monolithic(workload)).measured(),
        plan.sample(Setup.global(1, workload)).measured());
  }

  private void add(
      String operation,
      Pair pair,
      WorkloadOperation.Kind kind,
      double paperAlone,
      double paperGlobal) {
    double alone = pair.monolithic().millis(kind, 99);
    double global = pair.global().millis(kind, 99);
    table.add(
        operation,
        alone,
        global,
        global / alone,
        pair.monolithic().millisDone(kind, 99),
        pair.global().millisDone(kind, 99),
        paperAlone,
        paperGlobal,
        paperGlobal / paperAlone);
  }
}
