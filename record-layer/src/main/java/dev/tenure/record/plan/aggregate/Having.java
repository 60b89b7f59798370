package dev.tenure.record.plan.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunction;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.Truth;
import dev.tenure.record.query.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Returns the groups for which all conditions are true. */
public final class Having implements PlanNode {
  private static final double GROUPS_LEFT = 0.3;

  private final PlanNode source;
  private final List<QueryPredicate> conditions;
  private final BoundGroups groups;
  private final List<BoundPredicate> bound = new ArrayList<>();
  private final Map<String, Integer> places = new TreeMap<>();

  /**
   * Binds conditions to the groups of a plan.
   *
   * @throws IllegalArgumentException when groups do not have a column, or when a column cannot be
   *     compared with its value
   */
  public Having(PlanNode source, List<QueryPredicate> conditions, BoundGroups groups) {
    this.source = source;
    this.conditions = List.copyOf(conditions);
    this.groups = groups;
    List<KeyExpression> columns = groups.columns();
    for (int i = 0; i < columns.size(); i++) {
      places.put(columns.get(i).toString(), i);
    }
    for (String type : groups.types()) {
      Map<String, KeyFunction> functions = new TreeMap<>();
      List<QueryPredicate> typed =
          conditions.stream()
              .map(each -> map(each, column -> typed(column, type, functions)))
              .toList();
      List<KeyFunction> all = List.copyOf(functions.values());
      List<BoundPredicate> ofType =
          typed.stream().map(each -> groups.metaData().predicate(each, type, all)).toList();
      if (bound.isEmpty()) {
        bound.addAll(ofType);
      }
    }
  }

  /**
   * A column of groups for binding. An aggregate becomes a function whose result has the
   * aggregate's type.
   */
  private KeyExpression typed(
      KeyExpression column, String type, Map<String, KeyFunction> functions) {
    Integer place = places.get(column.toString());
    int aggregate =
        Aggregate.find(column).map(each -> groups.aggregates().indexOf(each)).orElse(-1);
    if (aggregate < 0) {
      if (place == null) {
        throw new IllegalArgumentException(
            "condition on " + column + ", expected aggregates or columns of the groups: " + groups);
      }
      return column;
    }
    Aggregate found = groups.aggregates().get(aggregate);
    ValueType result = groups.typeOf(found, type);
    List<ValueType> of =
        found.column().stream()
            .map(each -> groups.metaData().evaluator(each, type).types().get(0))
            .toList();
    String name = "aggregate." + aggregate;
    functions.put(name, new Computed(name, KeyFunction.Signature.of(of, result)));
    KeyExpression typed = Keys.function(name, found.column().orElseGet(Keys::empty));
    places.put(typed.toString(), groups.columns().size() + aggregate);
    return typed;
  }

  /** A function that stands for an aggregate. It has no value for a single record. */
  private record Computed(String name, Signature signature) implements KeyFunction {
    @Override
    public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
      throw new IllegalArgumentException("an aggregate has no value for a single record");
    }
  }

  /** Replaces the columns of a condition. */
  static QueryPredicate map(QueryPredicate condition, UnaryOperator<KeyExpression> columns) {
    if (condition instanceof QueryPredicate.And and) {
      return new QueryPredicate.And(and.parts().stream().map(each -> map(each, columns)).toList());
    }
    if (condition instanceof QueryPredicate.Or or) {
      return new QueryPredicate.Or(or.parts().stream().map(each -> map(each, columns)).toList());
    }
    if (condition instanceof QueryPredicate.Not not) {
      return new QueryPredicate.Not(map(not.part(), columns));
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      return new QueryPredicate.NullCheck(columns.apply(check.column()), check.wantsNull());
    }
    if (condition instanceof QueryPredicate.In in) {
      return new QueryPredicate.In(columns.apply(in.column()), in.values());
    }
    if (condition instanceof QueryPredicate.InParameter in) {
      return new QueryPredicate.InParameter(columns.apply(in.column()), in.parameter());
    }
    if (condition instanceof QueryPredicate.Comparison comparison) {
      Operand operand =
          comparison.operand() instanceof Operand.Column other
              ? new Operand.Column(columns.apply(other.column()))
              : comparison.operand();
      return new QueryPredicate.Comparison(
          columns.apply(comparison.column()), comparison.operator(), operand);
    }
    throw new IllegalArgumentException("condition on groups: " + condition);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    bound.forEach(each -> each.require(run.bindings()));
    return run.open(source, from).filter(row -> holds(row, run.bindings()));
  }

  private boolean holds(Row row, Bindings bindings) {
    return bound.stream()
        .allMatch(
            each -> each.test(column -> List.of(valueOf(column, row)), bindings) == Truth.TRUE);
  }

  private Tuple valueOf(KeyEvaluator column, Row row) {
    int place =
        Objects.requireNonNull(places.get(column.expression().toString()), "column of groups");
    int group = row.primaryKey().size();
    Object value =
        place < group
            ? row.primaryKey().get(place)
            : Objects.requireNonNull(row.entry(), "entry").value().get(place - group);
    return Tuple.fromList(Collections.singletonList(value));
  }

  @Override
  public Estimate estimate() {
    return source.estimate().filtered(Math.max(1, source.estimate().rows() * GROUPS_LEFT));
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
    String text =
        conditions.stream().map(QueryPredicate::toString).collect(Collectors.joining(" and "));
    for (Aggregate each : groups.aggregates()) {
      text = text.replace(each.expression().toString(), each.toString());
    }
    return "having " + text;
  }
}
