package dev.tenure.record.plan;

import static dev.tenure.record.plan.MissingIndex.code;
import static dev.tenure.record.plan.MissingIndex.joined;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.aggregate.BoundGroups;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.Aggregate.Kind;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suggests an index for a query for groups that has no plan, as code to paste.
 *
 * @param where the conditions on records
 * @param having the conditions on groups
 */
record MissingGroups(
    AggregateQuery query,
    BoundGroups groups,
    List<QueryPredicate> where,
    List<QueryPredicate> having) {

  RecordLayerException error() {
    return new RecordLayerException(
        RecordLayerException.Code.QUERY_NOT_PLANNED,
        "no plan finds the groups of "
            + String.join(", ", groups.types())
            + " by "
            + query.groupBy()
            + remedy());
  }

  private String remedy() {
    if (ofOrder().size() == query.order().size()) {
      return " in an order in which the records of a group follow one another; this index would"
          + " serve: "
          + inOrder();
    }
    return " in the order "
        + query.order()
        + ", and groups are not sorted in memory; "
        + groups
            .onlyExtremum()
            .map(this::ofExtremum)
            .orElseGet(
                () ->
                    "an index has groups in the order of a min or max only if the query has no"
                        + " other aggregate; without that order this index would serve: "
                        + inOrder());
  }

  /** The columns of the groups in the query's order. */
  private List<OrderColumn> ofOrder() {
    return query.order().stream().filter(each -> Aggregate.find(each.column()).isEmpty()).toList();
  }

  private Stream<String> withoutOrder() {
    return query.groupBy().stream()
        .filter(each -> query.order().stream().noneMatch(one -> one.column().equals(each)))
        .map(MissingIndex::code);
  }

  /**
   * An index in which the records of a group follow one another, or an index with the count of each
   * group.
   */
  private String inOrder() {
    List<String> key = new ArrayList<>(MissingIndex.equal(where));
    ofOrder().forEach(each -> key.add(code(each, false)));
    withoutOrder().forEach(key::add);
    Set<String> others = new LinkedHashSet<>();
    for (Aggregate each : query.selected()) {
      boolean isDistinct = each.kind() == Kind.COUNT_DISTINCT;
      each.column().map(MissingIndex::code).ifPresent(isDistinct ? key::add : others::add);
    }
    List<String> distinct = key.stream().distinct().toList();
    others.removeAll(distinct);
    boolean isOfGroups = query.groupBy().stream().anyMatch(KeyExpression::fansOut);
    return (isOfGroups ? "Index.count(\"" : "Index.value(\"")
        + name(distinct)
        + "\", "
        + joined(distinct)
        + ")"
        + (others.isEmpty() || isOfGroups ? "" : ".covering(" + joined(List.copyOf(others)) + ")");
  }

  private static String name(List<String> columns) {
    return columns.stream().map(MissingIndex::word).collect(Collectors.joining("-", "by-", ""));
  }

  /** An index that has groups in the order of an extremum. */
  private String ofExtremum(Aggregate extremum) {
    KeyExpression column = extremum.column().orElseThrow();
    Set<String> front = new LinkedHashSet<>(MissingIndex.equal(where));
    Set<String> behind = new LinkedHashSet<>();
    boolean isBehind = false;
    boolean reverse =
        query.order().stream()
            .filter(each -> Aggregate.find(each.column()).isPresent())
            .anyMatch(each -> each.order().isDescending());
    for (OrderColumn each : query.order()) {
      boolean isExtremum = Aggregate.find(each.column()).isPresent();
      isBehind |= isExtremum;
      if (!isExtremum) {
        (isBehind ? behind : front).add(code(each, reverse));
      }
    }
    withoutOrder().forEach(behind::add);
    behind.removeAll(front);
    List<String> group = Stream.concat(front.stream(), behind.stream()).toList();
    String kind = extremum.kind() == Kind.MIN ? "min" : "max";
    return (groups.hasValues(extremum, where, having)
            ? ""
            : "with having(notNull(" + kind + "(" + code(column) + "))) ")
        + "this index would serve: Index.aggregate(\""
        + String.join("-", kind, MissingIndex.word(code(column)), name(group))
        + "\", Index.PERMUTED_"
        + extremum.kind()
        + ", "
        + joined(group)
        + ", "
        + code(column)
        + ").option(Index.PERMUTED_SIZE, \""
        + behind.size()
        + "\")"
        + whereOfIndex(column);
  }

  /**
   * The conditions that the suggested index needs as its own, because they are true for some
   * records of a group and not for others.
   */
  private String whereOfIndex(KeyExpression extremum) {
    List<KeyExpression> told = new ArrayList<>(query.groupBy());
    where.stream().filter(MissingIndex::isEqual).map(PredicateColumns::of).forEach(told::addAll);
    String others =
        where.stream()
            .filter(each -> !each.equals(Predicates.notNull(extremum)))
            .filter(each -> !told.containsAll(PredicateColumns.of(each)))
            .map(QueryPredicate::toString)
            .collect(Collectors.joining(" and "));
    return others.isEmpty() ? "" : ".where(/* " + others + " */)";
  }
}
