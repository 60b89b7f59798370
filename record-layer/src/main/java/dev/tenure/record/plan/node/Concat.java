package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * Returns the rows of several plans, one plan after another. A row that an earlier plan has
 * returned as well is recognised by that plan's condition, so that no rows are kept in memory.
 *
 * @param sources the plans
 * @param earlier for each plan the condition that is true for exactly its rows; empty when no two
 *     plans return the same record
 * @param rows the expected number of different rows
 * @param share the part of them that is read
 */
public record Concat(List<PlanNode> sources, List<Conditions> earlier, double rows, double share)
    implements PlanNode {
  public Concat {
    sources = List.copyOf(sources);
    earlier = List.copyOf(earlier);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    List<CursorSource<Row>> parts = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      PlanNode source = sources.get(i);
      List<Conditions> given = earlier.isEmpty() ? List.of() : earlier.subList(0, i);
      Wanted wanted = given.isEmpty() ? run.wanted() : run.wanted().perhaps();
      parts.add(at -> run.open(source, wanted, at).filter(row -> isNew(row, given, run)));
    }
    return Cursors.concat(from, parts);
  }

  private static boolean isNew(Row row, List<Conditions> given, PlanRun run) {
    return given.stream().noneMatch(each -> each.hold(row, run.bindings()));
  }

  /**
   * The estimate. Under a limit, later plans are read only if the earlier ones return too few rows.
   */
  @Override
  public Estimate estimate() {
    double setup = sources.get(0).estimate().setup();
    double whole = sources.stream().mapToDouble(each -> each.estimate().whole()).sum();
    double ahead = sources.stream().mapToDouble(each -> each.estimate().ahead()).max().orElse(0);
    double wanted = share * rows;
    double read = 0;
    for (PlanNode source : sources) {
      Estimate one = source.estimate();
      if (wanted > 0) {
        read += one.cost(Math.min(1, wanted / Math.max(one.rows(), Double.MIN_NORMAL)));
        wanted -= one.rows();
      }
    }
    double run = whole - setup;
    return new Estimate(rows, setup, run, ahead, setup + share * run - read);
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
