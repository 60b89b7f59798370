package dev.tenure.record.plan.rank;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.rank.RankScan;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.OrderedScan;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.List;
import java.util.Optional;

/**
 * Returns the entries of a group whose ranks are in a range, in the order of scores.
 *
 * @param path the group, which equalities fix
 */
record RankRange(
    AccessPath path, RankLimits limits, AccessPath.Direction direction, Estimate estimate)
    implements PlanNode, OrderedScan {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    Optional<RankScan> scan =
        path.bounds()
            .range(run.bindings())
            .map(range -> Optional.ofNullable(range.low()).orElseGet(Tuple::new))
            .flatMap(group -> limits.scan(group, run.bindings()));
    return scan.isEmpty() ? Cursors.empty() : run.entries(path, direction, scan.get(), from);
  }

  @Override
  public Delivered delivered() {
    return Delivered.entries(path.layout().orElseThrow());
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "scan " + path + " " + limits + direction.suffix();
  }
}
