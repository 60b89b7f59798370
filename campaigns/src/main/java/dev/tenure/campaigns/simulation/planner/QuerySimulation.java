package dev.tenure.campaigns.simulation.planner;

import dev.tenure.campaigns.queries.Asked;
import dev.tenure.campaigns.queries.QueryStore;
import dev.tenure.campaigns.queries.StoreSize;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.store.StoreQueries;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * One run of queries: random records and indexes, and queries of any kind. Each plan must give the
 * rows that a test of every record gives: run whole, row by row, and under a limit of one record an
 * execution; then {@link ChangingIndexes} cuts it while the states of indexes change.
 */
public final class QuerySimulation {
  private static final int QUERIES = 16;

  private final long seed;
  private final EdgeCounts edges = new EdgeCounts();
  private final QueryStore store;

  private QuerySimulation(long seed) {
    this.seed = seed;
    this.store = new QueryStore(seed, StoreSize.SMALL, summary -> {});
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    QuerySimulation simulation = new QuerySimulation(seed);
    simulation.store.scheduler().trace().copyTo(trace);
    return simulation.report();
  }

  private SimulationReport report() {
    return SimulationReport.of(
        World.QUERIES, seed, this::runAll, edges, store.scheduler(), store.faults());
  }

  private void runAll() {
    store.fill();
    for (int i = 0; i < QUERIES; i++) {
      Asked asked = store.asked();
      PlannerOptions options = store.options();
      Optional<Asked.Plan> plan = store.read(open -> plan(open.queries(), asked, options));
      if (plan.isEmpty()) {
        edges.hit(Edge.QUERY_REFUSED);
      } else {
        check(asked, options, plan.get());
      }
    }
  }

  /** The plan of a query; empty when no index gives its order, its groups or its ranks. */
  static Optional<Asked.Plan> plan(StoreQueries queries, Asked asked, PlannerOptions options) {
    try {
      return Optional.of(asked.plan(queries, options));
    } catch (RecordLayerException e) {
      InvariantViolation.require(
          e.code() == RecordLayerException.Code.QUERY_NOT_PLANNED && asked.mayBeRefused(),
          () -> asked + " is refused: " + e);
      return Optional.empty();
    }
  }

  private void check(Asked asked, PlannerOptions options, Asked.Plan plan) {
    edges.hit(
        switch (asked.kind()) {
          case ROWS -> Edge.QUERY_PLANNED;
          case GROUPS -> Edge.QUERY_PLANNED_OF_GROUPS;
          case PAIRS -> Edge.QUERY_PLANNED_OF_PAIRS;
        });
    try {
      List<QueryRow> rows = rows(asked, plan, ScanOptions.defaults());
      asked
          .wrong(rows)
          .ifPresent(
              wrong -> {
                throw new InvariantViolation(wrong);
              });
      equal("row by row", rows, rows(asked, plan, ScanOptions.defaults().withRowsMax(1)));
      equal(
          "under a limit of records",
          rows,
          rows(asked, plan, ScanOptions.defaults().withRecordsMax(1)));
      new ChangingIndexes(store, edges, asked, options, plan, rows).run();
    } catch (InvariantViolation | RuntimeException e) {
      throw new InvariantViolation(
          asked + "\n" + plan.explain() + store.metaData().indexes() + "\n" + e, e);
    }
  }

  private List<QueryRow> rows(Asked asked, Asked.Plan plan, ScanOptions options) {
    return store.read(open -> QueryStore.rows(open, plan, asked.parameters(), options));
  }

  private static void equal(String how, List<QueryRow> rows, List<QueryRow> others) {
    InvariantViolation.require(
        rows.equals(others), () -> how + " there are " + others + ", whole there are " + rows);
  }
}
