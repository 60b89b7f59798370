package dev.tenure.campaigns.queries;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.store.StoreQueries;
import java.util.List;
import java.util.Optional;

/** A query on a random store: for records, for groups, or two queries combined. */
public interface Asked {
  /** The kinds of results. */
  enum Kind {
    ROWS,
    GROUPS,
    PAIRS
  }

  Kind kind();

  /**
   * A plan of it.
   *
   * @throws dev.tenure.record.error.RecordLayerException QUERY_NOT_PLANNED
   */
  Plan plan(StoreQueries queries, PlannerOptions options);

  /** The values of parameters. */
  Bindings parameters();

  /** Whether there may be no plan. */
  boolean mayBeRefused();

  /** The error in a result, found by a test of every record; empty when the result is right. */
  Optional<String> wrong(List<QueryRow> rows);

  /** A plan, or two nested plans. Plans that do the same have the same text. */
  interface Plan {
    /** Runs the plan from the start or from a continuation. */
    RecordCursor<QueryRow> run(
        StoreQueries queries, Bindings parameters, Continuation from, ScanOptions options);

    /** What the plan does and is expected to cost. */
    String explain();

    /** A plan of one query. */
    static Plan of(QueryPlan plan) {
      return new Plan() {
        @Override
        public RecordCursor<QueryRow> run(
            StoreQueries queries, Bindings parameters, Continuation from, ScanOptions options) {
          return queries.run(plan, parameters, from, options);
        }

        @Override
        public String explain() {
          return plan.explain();
        }

        @Override
        public String toString() {
          return plan.toString();
        }
      };
    }
  }
}
