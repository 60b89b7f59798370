package dev.tenure.campaigns.queries;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.Truth;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.store.StoreQueries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A query of groups, whose answer is looked up in all records.
 *
 * @param condition the query's, with values in the place of parameters
 */
record AskedGroups(
    AggregateQuery query,
    Optional<QueryPredicate> condition,
    Bindings parameters,
    EveryRecord everyRecord)
    implements Asked {

  @Override
  public Kind kind() {
    return Kind.GROUPS;
  }

  @Override
  public Plan plan(StoreQueries queries, PlannerOptions options) {
    return Plan.of(queries.plan(query, options));
  }

  @Override
  public boolean mayBeRefused() {
    return true;
  }

  @Override
  public Optional<String> wrong(List<QueryRow> rows) {
    List<Tuple> expected = groups();
    List<Tuple> keys = new ArrayList<>(expected.stream().map(this::orderOf).toList());
    keys.sort(null);
    int count = query.limit() == 0 ? keys.size() : Math.min(query.limit(), keys.size());
    if (count != rows.size()) {
      return Optional.of("there are " + rows.size() + " groups of " + expected + ": " + rows);
    }
    List<Tuple> left = new ArrayList<>(expected);
    for (int i = 0; i < count; i++) {
      Tuple row = rows.get(i).values();
      if (!left.remove(row)) {
        return Optional.of("group " + i + " is not among " + left + ": " + rows);
      }
      if (!keys.get(i).equals(orderOf(row))) {
        return Optional.of("group " + i + " is not in its place of " + keys + ": " + rows);
      }
    }
    return Optional.empty();
  }

  /** All groups, each as the columns of its row. */
  private List<Tuple> groups() {
    Map<Tuple, List<Message>> groups = new TreeMap<>();
    if (query.groupBy().isEmpty()) {
      groups.put(new Tuple(), new ArrayList<>());
    }
    for (Message record : everyRecord.asked(query.records().types(), condition)) {
      groupsOf(record, 0, new Tuple()).stream()
          .distinct()
          .forEach(group -> groups.computeIfAbsent(group, each -> new ArrayList<>()).add(record));
    }
    List<Tuple> rows = new ArrayList<>();
    groups.forEach(
        (group, of) -> {
          if (query.having().map(each -> test(each, group, of) == Truth.TRUE).orElse(true)) {
            Tuple row = group;
            for (Aggregate each : query.selected()) {
              row = row.addAll(Tuple.fromList(Collections.singletonList(value(each, of))));
            }
            rows.add(row);
          }
        });
    return rows;
  }

  private List<Tuple> groupsOf(Message record, int column, Tuple before) {
    if (column == query.groupBy().size()) {
      return List.of(before);
    }
    List<Tuple> groups = new ArrayList<>();
    for (Tuple value : everyRecord.read(query.groupBy().get(column), record)) {
      groups.addAll(groupsOf(record, column + 1, before.addAll(value)));
    }
    return groups;
  }

  private Tuple orderOf(Tuple row) {
    return EveryRecord.tuple(
        query.order(), each -> each.order().encode(row.get(place(each.column()))));
  }

  private int place(KeyExpression column) {
    return Aggregate.find(column)
        .map(aggregate -> query.groupBy().size() + query.selected().indexOf(aggregate))
        .orElseGet(() -> query.groupBy().indexOf(column));
  }

  private @Nullable Object value(Aggregate aggregate, List<Message> records) {
    if (aggregate.column().isEmpty()) {
      return (long) records.size();
    }
    List<Object> values =
        records.stream()
            .<@Nullable Object>map(
                record -> everyRecord.read(aggregate.column().get(), record).get(0).get(0))
            .filter(Objects::nonNull)
            .toList();
    TreeSet<Tuple> different = new TreeSet<>();
    values.forEach(each -> different.add(Tuple.from(each)));
    return switch (aggregate.kind()) {
      case COUNT, COUNT_NOT_NULL -> (long) values.size();
      case COUNT_DISTINCT -> (long) different.size();
      case MIN -> values.isEmpty() ? null : different.first().get(0);
      case MAX -> values.isEmpty() ? null : different.last().get(0);
      case SUM -> values.isEmpty() ? null : (Object) sum(values);
      case AVERAGE -> values.isEmpty() ? null : (Object) ((double) sum(values) / values.size());
    };
  }

  private static long sum(List<Object> values) {
    return values.stream().mapToLong(each -> (Long) each).sum();
  }

  private Truth test(QueryPredicate condition, Tuple group, List<Message> records) {
    if (condition instanceof QueryPredicate.And) {
      return condition.parts().stream()
          .map(each -> test(each, group, records))
          .reduce(Truth.TRUE, Truth::and);
    }
    if (condition instanceof QueryPredicate.Or) {
      return condition.parts().stream()
          .map(each -> test(each, group, records))
          .reduce(Truth.FALSE, Truth::or);
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      boolean isNull = of(check.column(), group, records) == null;
      return truth(isNull == check.wantsNull());
    }
    QueryPredicate.Comparison comparison = (QueryPredicate.Comparison) condition;
    Object found = of(comparison.column(), group, records);
    Object given = ((Operand.Value) comparison.operand()).literal().value();
    if (found == null) {
      return Truth.UNKNOWN;
    }
    IntPredicate holds =
        switch (comparison.operator()) {
          case EQUAL -> each -> each == 0;
          case NOT_EQUAL -> each -> each != 0;
          case LESS -> each -> each < 0;
          default -> each -> each >= 0;
        };
    return truth(holds.test(Tuple.from(found).compareTo(Tuple.from(given))));
  }

  private static Truth truth(boolean is) {
    return is ? Truth.TRUE : Truth.FALSE;
  }

  private @Nullable Object of(KeyExpression column, Tuple group, List<Message> records) {
    return Aggregate.find(column)
        .map(each -> new Object[] {value(each, records)})
        .orElseGet(() -> new Object[] {group.get(query.groupBy().indexOf(column))})[0];
  }

  @Override
  public String toString() {
    return query + (parameters.names().isEmpty() ? "" : " with " + parameters);
  }
}
