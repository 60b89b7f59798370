package dev.tenure.record.plan.rank;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.QueryRecord;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.ColumnReader;
import dev.tenure.record.tuple.TupleParts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Returns the rows for which conditions on ranks are true. It asks the indexes for the ranks of
 * each row for which the other parts of the conditions do not decide.
 *
 * @param source the plan below; it returns whole records
 * @param possible the conditions without which no rank makes the conditions true
 * @param sure the conditions with which any rank leaves the conditions true; empty when there are
 *     none
 */
record RankFilter(
    PlanNode source,
    Conditions conditions,
    List<RankTest.Asked> asked,
    Conditions possible,
    Optional<Conditions> sure,
    Estimate estimate)
    implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    PlanRun.Wanted tested =
        run.wanted().before(source.estimate().rows(), estimate.rows(), Estimate.EVEN);
    return run.open(source, tested, from)
        .filterAsync(row -> holds(row, run), run.width(), tested.expected());
  }

  private CompletableFuture<Boolean> holds(Row row, PlanRun run) {
    if (!possible.hold(row, row, run.bindings())) {
      return CompletableFuture.completedFuture(false);
    }
    return sure.filter(each -> each.hold(row, row, run.bindings())).isPresent()
        ? CompletableFuture.completedFuture(true)
        : asked(row, run);
  }

  private CompletableFuture<Boolean> asked(Row row, PlanRun run) {
    Map<KeyExpression, List<Tuple>> ranks = new HashMap<>();
    CompletableFuture<?> known = CompletableFuture.completedFuture(null);
    for (RankTest.Asked each : asked) {
      known =
          known
              .thenCompose(before -> rank(each, row, run))
              .thenAccept(rank -> ranks.put(each.column().expression(), List.of(rank)));
    }
    return known.thenApply(all -> conditions.hold(row, new WithRanks(row, ranks), run.bindings()));
  }

  /** A row with its ranks. */
  private record WithRanks(Row row, Map<KeyExpression, List<Tuple>> ranks) implements ColumnReader {
    @Override
    public Message message() {
      return row.message();
    }

    @Override
    public List<Tuple> read(KeyEvaluator column) {
      List<Tuple> rank = ranks.get(column.expression());
      return rank == null ? row.read(column) : rank;
    }
  }

  /** The rank of a record; null when the index does not have the record. */
  private static CompletableFuture<Tuple> rank(RankTest.Asked each, Row row, PlanRun run) {
    BoundIndex index = each.index();
    QueryRecord record = row.required();
    List<Tuple> tuples =
        index.tuplesOf(record.indexed(run.source().metaData().type(record.type())));
    if (tuples.isEmpty()) {
      return CompletableFuture.completedFuture(new Tuple().addObject(null));
    }
    Tuple columns = index.indexed(tuples.get(0));
    int group = index.index().groupingColumns();
    Tuple ofGroup = TupleParts.range(columns, 0, group);
    Tuple score = TupleParts.range(columns, group, columns.size());
    Ranks ranks =
        Ranks.of(run.source().index(index.name())).withIsolation(run.options().isolation());
    return (each.column().fromTop()
            ? ranks.rankFromTop(ofGroup, score)
            : ranks.rank(ofGroup, score))
        .thenApply(Tuple::from);
  }

  @Override
  public Delivered delivered() {
    return source.delivered();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "filter by ranks " + conditions;
  }
}
