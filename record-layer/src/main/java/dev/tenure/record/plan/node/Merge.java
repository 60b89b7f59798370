package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.PlanRun.Wanted;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges plans that return their rows in the same order. It returns the records that any of them
 * returns, or those that all of them return, each record once.
 *
 * @param kind whether rows of any plan are returned, or rows of all plans
 * @param key the key by which all plans are ordered
 * @param rows the expected number of rows
 */
public record Merge(Kind kind, List<PlanNode> sources, MergeKey key, double rows)
    implements PlanNode {

  /** The rows that are returned. */
  public enum Kind {
    UNION("union"),
    INTERSECTION("intersection");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** The most cursors that are merged in one step; more are merged in two steps. */
  private static final int WIDTH_MAX = 64;

  public Merge {
    sources = List.copyOf(sources);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    List<CursorSource<Row>> cursors = new ArrayList<>();
    double all = sources.stream().mapToDouble(source -> source.estimate().rows()).sum();
    for (PlanNode source : sources) {
      // no source gives more than the union
      Wanted wanted =
          kind == Kind.UNION ? run.wanted().part(source.estimate().rows() / all) : Wanted.UNKNOWN;
      cursors.add(at -> run.open(source, wanted, at));
    }
    return kind == Kind.UNION
        ? union(cursors, key, from)
        : Cursors.intersection(from, cursors, key::of, false);
  }

  /** Merges any number of cursors. */
  static RecordCursor<Row> union(List<CursorSource<Row>> cursors, MergeKey key, Continuation from) {
    if (cursors.size() <= WIDTH_MAX) {
      return Cursors.union(from, cursors, key::of, false);
    }
    List<CursorSource<Row>> groups = new ArrayList<>();
    for (int i = 0; i < cursors.size(); i += WIDTH_MAX) {
      List<CursorSource<Row>> group = cursors.subList(i, Math.min(i + WIDTH_MAX, cursors.size()));
      groups.add(at -> union(group, key, at));
    }
    return union(groups, key, from);
  }

  /**
   * The estimate. A merge reads the first row of each source before it returns any row, so that
   * their cost does not shrink with a limit.
   */
  @Override
  public Estimate estimate() {
    List<Estimate> each = sources.stream().map(source -> source.estimate().withFirstRow()).toList();
    double run = each.stream().mapToDouble(Merge::runOf).sum();
    return new Estimate(
        rows,
        each.stream().mapToDouble(Estimate::setup).sum(),
        run,
        share ->
            run <= 0
                ? share
                : each.stream()
                        .mapToDouble(one -> runOf(one) * one.first().applyAsDouble(share))
                        .sum()
                    / run);
  }

  private static double runOf(Estimate one) {
    return one.run() + one.rows() * Estimate.ROW;
  }

  /**
   * The values that the rows have. A row of a union comes from any of the plans; a row of an
   * intersection comes from the first plan.
   */
  @Override
  public Delivered delivered() {
    return kind == Kind.INTERSECTION
        ? sources.get(0).delivered()
        : Delivered.ofAny(sources.stream().map(PlanNode::delivered).toList());
  }

  @Override
  public List<PlanNode> children() {
    return sources;
  }

  @Override
  public String text() {
    return kind.text + " by " + key;
  }
}
