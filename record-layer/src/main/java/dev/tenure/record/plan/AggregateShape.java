package dev.tenure.record.plan;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A query for groups, with parameters in place of its values. A condition on columns of the group
 * is moved to the records, unless one of the columns fans out.
 *
 * @param all all conditions: those on records, then those on groups
 * @param ofRecords the number of conditions on records
 */
record AggregateShape(AggregateQuery query, QueryShape all, int ofRecords) {

  /**
   * Makes the shape of a query.
   *
   * @param where the conditions on records
   * @param kept the columns whose values stay in the shape
   */
  static AggregateShape of(
      AggregateQuery query, List<QueryPredicate> where, Set<KeyExpression> kept) {
    List<QueryPredicate> records = new ArrayList<>(where);
    List<QueryPredicate> groups = new ArrayList<>();
    for (QueryPredicate each : query.having().map(Conjuncts::of).orElseGet(List::of)) {
      boolean isOfRecords =
          PredicateColumns.of(each).stream()
              .allMatch(column -> query.groupBy().contains(column) && !column.fansOut());
      (isOfRecords ? records : groups).add(each);
    }
    int ofRecords = records.size();
    records.addAll(groups);
    return new AggregateShape(query, QueryShape.of(query.records(), records, kept), ofRecords);
  }

  List<QueryPredicate> where() {
    return all.conjuncts().subList(0, ofRecords);
  }

  List<QueryPredicate> having() {
    return all.conjuncts().subList(ofRecords, all.conjuncts().size());
  }

  /** The key by which a plan is cached. Queries of one shape have the same text. */
  String text() {
    return query.shape()
        + " "
        + ofRecords
        + " "
        + all.conjuncts()
        + " "
        + all.listSizes()
        + " "
        + all.query().withoutCondition();
  }
}
