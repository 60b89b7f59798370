package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.Fewer;
import dev.tenure.record.plan.node.PlanRun.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Returns the rows of several plans, one plan after another. A row that an earlier plan has
 * returned as well is recognised by that plan's condition, so that no rows are kept in memory.
 *
 * @param sources the plans
 * @param earlier for each plan the condition that is true for exactly its rows; empty when no two
 *     plans return the same record
 * @param rows the expected number of different rows
 */
public record Concat(List<PlanNode> sources, List<Conditions> earlier, double rows)
    implements PlanNode {
  public Concat {
    sources = List.copyOf(sources);
    earlier = List.copyOf(earlier);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    List<CursorSource<Row>> parts = new ArrayList<>();
    AtomicInteger found = new AtomicInteger();
    for (int i = 0; i < sources.size(); i++) {
      PlanNode source = sources.get(i);
      List<Conditions> given = earlier.isEmpty() ? List.of() : earlier.subList(0, i);
      Wanted wanted = given.isEmpty() ? run.wanted() : run.wanted().perhaps();
      parts.add(
          at ->
              run.open(source, wanted.behind(found.get()), at)
                  .filter(row -> isNew(row, given, run, found)));
    }
    return Cursors.concat(from, parts);
  }

  private static boolean isNew(Row row, List<Conditions> given, PlanRun run, AtomicInteger found) {
    boolean isNew = given.stream().noneMatch(each -> each.hold(row, run.bindings()));
    found.addAndGet(isNew ? 1 : 0);
    return isNew;
  }

  /**
   * The estimate. Under a limit, later plans are read only if the earlier ones return too few rows.
   */
  @Override
  public Estimate estimate() {
    double setup = sources.get(0).estimate().setup();
    double run = sources.stream().mapToDouble(each -> each.estimate().whole()).sum() - setup;
    return new Estimate(
        rows,
        setup,
        run,
        share -> run <= 0 ? share : Math.max(0, costOf(share * rows) - setup) / run,
        true);
  }

  /** The cost of the first rows: of each plan those that earlier plans do not return. */
  private double costOf(double wanted) {
    double cost = 0;
    double before = 0;
    for (PlanNode source : sources) {
      Fewer fewer = Fewer.than(wanted, before);
      cost += fewer.chance() * source.estimate().costOf(wanted - fewer.rows());
      before += source.estimate().rows();
    }
    return cost;
  }

  @Override
  public Delivered delivered() {
    return Delivered.ofAny(sources.stream().map(PlanNode::delivered).toList());
  }

  @Override
  public List<PlanNode> children() {
    return sources;
  }

  @Override
  public String text() {
    return earlier.isEmpty() ? "one after another" : "one after another, without repetition";
  }
}
