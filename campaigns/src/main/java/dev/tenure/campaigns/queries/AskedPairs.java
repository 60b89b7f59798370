package dev.tenure.campaigns.queries;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.plan.NestedPlan;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoreQueries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query for each row of another: records of the same team. A row has the key of the inner record
 * and the columns of the outer one, the team first; no two outer rows are equal.
 *
 * @param outer selects columns
 * @param condition of inner records, beside the team
 * @param order of inner records
 * @param width how many inner plans read at a time
 */
record AskedPairs(
    Question outer,
    String innerType,
    QueryPredicate condition,
    OrderColumn order,
    int width,
    EveryRecord everyRecord)
    implements Asked {
  private static final String TEAM = "team";

  @Override
  public Kind kind() {
    return Kind.PAIRS;
  }

  @Override
  public Plan plan(StoreQueries queries, PlannerOptions options) {
    QueryPredicate ofTeam = Predicates.equal(QueryColumns.TEAM, Predicates.parameter(TEAM));
    RecordQuery inner =
        RecordQuery.of(innerType).where(Predicates.and(ofTeam, condition)).orderBy(order);
    QueryPlan first = queries.plan(outer.query(), options);
    QueryPlan then = queries.plan(inner, options);
    return new Pairs(
        first.each(then, row -> Bindings.of(TEAM, row.values().getString(0))).withWidth(width),
        first + "for each\n" + then);
  }

  private record Pairs(NestedPlan plan, String text) implements Plan {
    @Override
    public RecordCursor<QueryRow> run(
        StoreQueries queries, Bindings parameters, Continuation from, ScanOptions options) {
      return queries
          .run(plan, parameters, from, options)
          .map(
              pair ->
                  new QueryRow(pair.inner().primaryKey(), pair.outer().values(), Optional.empty()));
    }

    @Override
    public String explain() {
      return plan.explain();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Override
  public Bindings parameters() {
    return outer.parameters();
  }

  @Override
  public boolean mayBeRefused() {
    return true; // the inner query has an order
  }

  @Override
  public Optional<String> wrong(List<QueryRow> rows) {
    List<Tuple> left = new ArrayList<>();
    for (Tuple row : everyRecord.columns(outer)) {
      of(row).forEach(record -> left.add(row.addAll(everyRecord.primaryKey(record))));
    }
    List<Tuple> found = rows.stream().map(row -> row.values().addAll(row.primaryKey())).toList();
    List<Tuple> more = new ArrayList<>(found);
    left.forEach(more::remove);
    found.forEach(left::remove);
    if (!left.isEmpty() || !more.isEmpty()) {
      return Optional.of("of pairs are missing " + left + ", too many are " + more);
    }
    return wrongOrder(rows);
  }

  /** The inner records of an outer row. */
  private List<Message> of(Tuple row) {
    QueryPredicate ofTeam = Predicates.equal(QueryColumns.TEAM, row.getString(0));
    return everyRecord.asked(List.of(innerType), Optional.of(Predicates.and(ofTeam, condition)));
  }

  private Optional<String> wrongOrder(List<QueryRow> rows) {
    Set<Tuple> seen = new HashSet<>();
    Tuple before = null;
    List<Tuple> keys = List.of();
    int place = 0;
    for (QueryRow row : rows) {
      if (!row.values().equals(before)) {
        if (!seen.add(row.values()) || (before != null && isBehind(before, row.values()))) {
          return Optional.of("outer row " + row.values() + " is not in its place: " + rows);
        }
        before = row.values();
        keys =
            of(before).stream()
                .map(each -> everyRecord.orderKey(each, List.of(order)))
                .sorted()
                .toList();
        place = 0;
      }
      if (!keys.get(place++).equals(everyRecord.orderKey(innerType, row.primaryKey(), order))) {
        return Optional.of("inner row " + row + " is not in its place: " + rows);
      }
    }
    return Optional.empty();
  }

  private boolean isBehind(Tuple before, Tuple row) {
    return outerKey(before).compareTo(outerKey(row)) > 0;
  }

  private Tuple outerKey(Tuple row) {
    return EveryRecord.tuple(
        outer.query().order(),
        each -> each.order().encode(row.get(outer.query().wanted().indexOf(each.column()))));
  }

  @Override
  public String toString() {
    return outer + ", and for each row " + innerType + " where " + condition + " by " + order;
  }
}
