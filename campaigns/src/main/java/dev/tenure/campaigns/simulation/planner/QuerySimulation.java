package dev.tenure.campaigns.simulation.planner;

import dev.tenure.campaigns.queries.QueryStore;
import dev.tenure.campaigns.queries.Question;
import dev.tenure.campaigns.queries.StoreSize;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.plan.rank.RankColumn;
import dev.tenure.record.store.StoreQueries;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * One run of queries: random records, indexes and queries. Each query's plan gives what a look at
 * every record gives, whole, row by row, and under a limit of one record an execution; then {@link
 * ChangingIndexes} cuts it while the states of indexes change.
 */
public final class QuerySimulation {
  private static final int QUERIES = 12;

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
      Question question = store.question();
      PlannerOptions options = store.options();
      Optional<QueryPlan> plan = store.read(open -> plan(open.queries(), question, options));
      if (plan.isEmpty()) {
        edges.hit(Edge.QUERY_REFUSED);
      } else {
        check(question, options, plan.get());
      }
    }
  }

  /** The plan of a query; empty when no index gives its order, or its ranks. */
  static Optional<QueryPlan> plan(StoreQueries queries, Question question, PlannerOptions options) {
    try {
      return Optional.of(queries.plan(question.query(), options));
    } catch (RecordLayerException e) {
      InvariantViolation.require(
          e.code() == RecordLayerException.Code.QUERY_NOT_PLANNED
              && (!question.query().order().isEmpty() || asksForRanks(question)),
          () -> question + " is refused: " + e);
      return Optional.empty();
    }
  }

  private static boolean asksForRanks(Question question) {
    return question.condition().stream()
        .anyMatch(condition -> !RankColumn.in(List.of(condition)).isEmpty());
  }

  private void check(Question question, PlannerOptions options, QueryPlan plan) {
    edges.hit(Edge.QUERY_PLANNED);
    try {
      List<QueryRow> rows = rows(question, plan, ScanOptions.defaults());
      store
          .wrong(question, rows)
          .ifPresent(
              wrong -> {
                throw new InvariantViolation(wrong);
              });
      equal("row by row", rows, rows(question, plan, ScanOptions.defaults().withRowsMax(1)));
      equal(
          "under a limit of records",
          rows,
          rows(question, plan, ScanOptions.defaults().withRecordsMax(1)));
      new ChangingIndexes(store, edges, question, options, plan, rows).run();
    } catch (InvariantViolation | RuntimeException e) {
      throw new InvariantViolation(
          question + "\n" + plan.explain() + store.metaData().indexes() + "\n" + e, e);
    }
  }

  private List<QueryRow> rows(Question question, QueryPlan plan, ScanOptions options) {
    return store.read(open -> QueryStore.rows(open, plan, question.parameters(), options));
  }

  private static void equal(String how, List<QueryRow> rows, List<QueryRow> others) {
    InvariantViolation.require(
        rows.equals(others), () -> how + " there are " + others + ", whole there are " + rows);
  }
}
