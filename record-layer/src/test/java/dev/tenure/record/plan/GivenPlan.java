package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A plan of four rows, with an estimate that is given.
 *
 * @param isStuck whether its rows never come
 * @param asked for each execution how many rows are asked for
 */
record GivenPlan(Estimate estimate, boolean isStuck, List<PlanRun.Wanted> asked)
    implements PlanNode {
  private static final Row ROW =
      Row.of(
          new IndexEntry("given", new Tuple(), new Tuple(), 0, new Tuple()),
          new EntryLayout(List.of(), List.of()));

  GivenPlan(Estimate estimate) {
    this(estimate, false, new ArrayList<>());
  }

  static GivenPlan stuck(Estimate estimate) {
    return new GivenPlan(estimate, true, new ArrayList<>());
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    asked.add(run.wanted());
    ScanBudget budget = run.options().budgetOf(run.source().clock());
    return isStuck
        ? Cursors.ofFuture(new CompletableFuture<>())
        : Cursors.list("given", Collections.nCopies(4, ROW), from, budget);
  }

  @Override
  public Delivered delivered() {
    return Delivered.records();
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "given";
  }
}
