package dev.tenure.campaigns.queries;

import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.plan.rank.RankColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.store.StoreQueries;
import java.util.List;
import java.util.Optional;

/** A query of records, or of their distinct columns. */
record AskedRows(Question question, EveryRecord everyRecord) implements Asked {
  @Override
  public Kind kind() {
    return Kind.ROWS;
  }

  @Override
  public Plan plan(StoreQueries queries, PlannerOptions options) {
    return Plan.of(queries.plan(question.query(), options));
  }

  @Override
  public Bindings parameters() {
    return question.parameters();
  }

  @Override
  public boolean mayBeRefused() {
    return !question.query().order().isEmpty()
        || question.query().isDistinct()
        || question.condition().stream()
            .anyMatch(condition -> !RankColumn.in(List.of(condition)).isEmpty());
  }

  @Override
  public Optional<String> wrong(List<QueryRow> rows) {
    return everyRecord.wrong(question, rows);
  }

  @Override
  public String toString() {
    return question.toString();
  }
}
