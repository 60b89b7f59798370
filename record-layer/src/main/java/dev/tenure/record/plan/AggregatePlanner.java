package dev.tenure.record.plan;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.aggregate.BoundGroups;
import dev.tenure.record.plan.aggregate.GroupPlanner;
import dev.tenure.record.plan.aggregate.Having;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Selectivities;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Memo;
import dev.tenure.record.plan.memo.Optimizer;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.Aggregate.Kind;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Plans queries for groups. */
record AggregatePlanner(
    BoundMetaData metaData,
    int metaDataVersion,
    List<BoundIndex> readable,
    PlannerOptions options) {

  QueryPlan plan(AggregateShape shape) {
    AggregateQuery query = shape.query();
    List<String> types = types(query);
    BoundGroups groups = groups(query, types);
    RecordSet set = new RecordSet(types, shape.where());
    Cardinalities cardinalities =
        new Cardinalities(
            metaData, options.statistics(), shape.all().listSizes(), Selectivities.NONE);
    List<BoundIndex> indexes =
        readable.stream().filter(index -> query.records().allows(index.name())).toList();
    Memo memo = new Memo(metaData, indexes, cardinalities, options.limits());
    GroupPlanner planner =
        new GroupPlanner(
            groups, query.order(), shape.having(), set, indexes, options.statistics(), memo);
    memo.explore(options.rules().exploring());
    Optimizer optimizer =
        new Optimizer(
            metaData, cardinalities, options.rules().implementing(), types, options.limits());
    boolean readsAll = query.limit() == 0 || !shape.having().isEmpty();
    double share = readsAll ? Goal.ALL : query.limit() / planner.expected();
    PlanNode plan =
        planner.plans(optimizer, share).stream()
            .min(Comparator.comparingDouble(each -> each.estimate().cost(share)))
            .orElseThrow(
                () -> new MissingGroups(query, groups, shape.where(), shape.having()).error());
    query.having().map(Conjuncts::of).ifPresent(each -> requireHaving(plan, each, groups));
    PlanNode root = shape.having().isEmpty() ? plan : new Having(plan, shape.having(), groups);
    return new QueryPlan(
        root,
        new Conditions(shape.where(), metaData, types),
        query.limit(),
        columns(query, groups),
        metaDataVersion,
        Bindings.none(),
        QueryLabel.of(shape, types));
  }

  /** Refuses values in conditions on groups that cannot be compared with their columns. */
  private static void requireHaving(
      PlanNode plan, List<QueryPredicate> having, BoundGroups groups) {
    Having unused = new Having(plan, having, groups);
  }

  /** The columns of a row: the columns of the group, then the selected aggregates. */
  private static List<Function<Row, @Nullable Object>> columns(
      AggregateQuery query, BoundGroups groups) {
    List<Function<Row, @Nullable Object>> columns = new ArrayList<>();
    for (int i = 0; i < query.groupBy().size(); i++) {
      int column = i;
      columns.add(row -> row.primaryKey().get(column));
    }
    for (int i = 0; i < query.selected().size(); i++) {
      int aggregate = groups.placeOf(query.selected().get(i));
      columns.add(row -> Objects.requireNonNull(row.entry(), "entry").value().get(aggregate));
    }
    return columns;
  }

  private List<String> types(AggregateQuery query) {
    return query.records().types().isEmpty()
        ? metaData.types().stream().map(BoundType::name).toList()
        : query.records().types();
  }

  /**
   * Binds the groups of a query. Refuses columns that the metadata does not have, and orders by
   * columns that groups do not have.
   */
  private BoundGroups groups(AggregateQuery query, List<String> types) {
    types.forEach(metaData::type);
    query.records().hintedIndexes().forEach(metaData::index);
    query
        .records()
        .condition()
        .ifPresent(
            each -> {
              Conditions unused = new Conditions(List.of(each), metaData, types);
            });
    Set<KeyExpression> compared = new LinkedHashSet<>();
    query.having().ifPresent(each -> compared.addAll(PredicateColumns.of(each)));
    List<Aggregate> aggregates = query.aggregates(compared);
    if (aggregates.isEmpty()) {
      throw new IllegalArgumentException(
          "query for groups selects no aggregate, expected at least one: " + query);
    }
    Set<Aggregate> distinct = new LinkedHashSet<>(aggregates);
    distinct.removeIf(each -> each.kind() != Kind.COUNT_DISTINCT);
    if (distinct.size() > 1) {
      throw new IllegalArgumentException(
          "countDistinct of several columns in one query, expected at most one column: "
              + distinct);
    }
    for (OrderColumn each : query.order()) {
      if (!query.groupBy().contains(each.column()) && Aggregate.find(each.column()).isEmpty()) {
        throw new IllegalArgumentException(
            "order by "
                + each
                + ", expected aggregates or columns of the groups "
                + query.groupBy());
      }
    }
    return new BoundGroups(query.groupBy(), aggregates, metaData, types);
  }
}
