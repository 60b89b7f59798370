package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans that give their rows in one order, merged: what any of them gives, or what all of them
 * give, each record once.
 *
 * @param kind what is kept
 * @param key what all plans are ordered by
 * @param rows how many rows are expected
 */
public record Merge(Kind kind, List<PlanNode> sources, MergeKey key, double rows)
    implements PlanNode {

  /** What is kept of the rows. */
  public enum Kind {
    UNION("union"),
    INTERSECTION("intersection");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** More cursors than this are merged in two steps. */
  private static final int WIDTH_MAX = 64;

  public Merge {
    sources = List.copyOf(sources);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    List<CursorSource<Row>> cursors = new ArrayList<>();
    int rowsMax = kind == Kind.UNION ? run.rowsMax() : 0; // no source gives more than the union
    sources.forEach(source -> cursors.add(at -> run.open(source, rowsMax, at)));
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

  /** Of each source a row is at hand: what the first ones cost is paid under any limit. */
  @Override
  public Estimate estimate() {
    double setup = 0;
    double run = 0;
    double ahead = 0;
    double saved = 0;
    for (PlanNode source : sources) {
      Estimate one = source.estimate().withFirstRow();
      setup += one.setup();
      run += one.run() + one.rows() * Estimate.ROW;
      ahead += one.ahead();
      saved += one.saved();
    }
    return new Estimate(rows, setup, run, ahead, saved);
  }

  /** A row of a union comes of any plan; one of an intersection is given as the first has it. */
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
