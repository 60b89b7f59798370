package dev.tenure.record.plan.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.NullRule;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.node.ColumnValues;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of groups and the aggregates of a query, bound to the query's types. Immutable. */
public final class BoundGroups {
  private final List<KeyExpression> columns;
  private final List<Aggregate> aggregates;
  private final List<String> types;
  private final BoundMetaData metaData;
  private final List<ColumnValues> columnValues;
  private final List<Optional<ColumnValues>> aggregated;

  /**
   * Binds columns and aggregates to some types.
   *
   * @throws IllegalArgumentException naming the path, when a type has no such column, or when a
   *     column that holds no numbers is summed
   */
  public BoundGroups(
      List<KeyExpression> columns,
      List<Aggregate> aggregates,
      BoundMetaData metaData,
      List<String> types) {
    this.columns = List.copyOf(columns);
    this.aggregates = List.copyOf(aggregates);
    this.types = List.copyOf(types);
    this.metaData = metaData;
    this.columnValues =
        columns.stream().map(each -> new ColumnValues(each, metaData, types)).toList();
    this.aggregated =
        aggregates.stream()
            .map(each -> each.column().map(of -> new ColumnValues(of, metaData, types)))
            .toList();
    aggregates.forEach(each -> types.forEach(type -> typeOf(each, type)));
  }

  /** The columns of the groups. */
  List<KeyExpression> columns() {
    return columns;
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  /** The place of an aggregate among the aggregates of a row. */
  public int placeOf(Aggregate aggregate) {
    return aggregates.indexOf(aggregate);
  }

  /** The types whose records are grouped. */
  public List<String> types() {
    return types;
  }

  BoundMetaData metaData() {
    return metaData;
  }

  /** The type of an aggregate's result, for the records of a record type. */
  ValueType typeOf(Aggregate aggregate, String type) {
    return aggregate.type(
        aggregate
            .column()
            .map(of -> metaData.evaluator(of, type).types().get(0))
            .orElse(ValueType.ANY));
  }

  /**
   * The minimum or maximum that is the query's only aggregate; empty when the query has other
   * aggregates.
   */
  public Optional<Aggregate> onlyExtremum() {
    return aggregates.stream()
        .filter(each -> aggregates.size() == 1)
        .filter(each -> each.kind() == Aggregate.Kind.MIN || each.kind() == Aggregate.Kind.MAX)
        .findFirst();
  }

  /**
   * Whether the conditions ensure that each group has a value in the column of an aggregate.
   *
   * @param where the conditions on records
   * @param having the conditions on groups
   */
  public boolean hasValues(
      Aggregate aggregate, List<QueryPredicate> where, List<QueryPredicate> having) {
    KeyExpression column = aggregate.column().orElseThrow();
    return isNeverNull(column)
        || new Implication(where).implies(new QueryPredicate.NullCheck(column, false))
        || new Implication(having)
            .implies(new QueryPredicate.NullCheck(aggregate.expression(), false));
  }

  /** Whether the column is null in no record. */
  boolean isNeverNull(KeyExpression column) {
    if (!(column instanceof KeyExpression.Field field) || field.fan() != FanType.NONE) {
      return false;
    }
    return field.nulls() == NullRule.DEFAULT_VALUE
        || types.stream()
            .map(type -> metaData.type(type).type().descriptor())
            .map(type -> type.findFieldByName(field.name()))
            .noneMatch(FieldDescriptor::hasPresence);
  }

  /** The group to which a row belongs. */
  Tuple groupOf(Row row) {
    List<@Nullable Object> group = new ArrayList<>(columnValues.size());
    columnValues.forEach(each -> group.add(each.of(row)));
    return Tuple.fromList(group);
  }

  /** The value of an aggregate's column in a row; null for an aggregate without a column. */
  @Nullable Object valueOf(int aggregate, Row row) {
    Optional<ColumnValues> column = aggregated.get(aggregate);
    return column.isPresent() ? column.get().of(row) : null;
  }

  @Override
  public String toString() {
    String of = columns.stream().map(KeyExpression::toString).collect(Collectors.joining(", "));
    return (columns.isEmpty() ? "one group" : "groups by " + of)
        + aggregates.stream().map(each -> " " + each).collect(Collectors.joining(","));
  }
}
