package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.Truth;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The groups of a query by a look at every record, all of them held. */
record GroupsByHand(RecordMetaData metaData, AggregateQuery query) {

  /** All groups in the order asked for; groups that are equal in it by their columns. */
  List<Tuple> rows(List<Message> records) {
    Map<Tuple, List<Message>> groups = new TreeMap<>();
    if (query.groupBy().isEmpty()) {
      groups.put(new Tuple(), new ArrayList<>());
    }
    records.stream()
        .filter(this::isAsked)
        .forEach(
            record ->
                groupsOf(record, 0, new Tuple()).stream()
                    .distinct()
                    .forEach(
                        group ->
                            groups.computeIfAbsent(group, each -> new ArrayList<>()).add(record)));
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

  /** What rows are ordered by. */
  Tuple orderOf(Tuple row) {
    List<Object> elements = new ArrayList<>();
    for (OrderColumn each : query.order()) {
      int place =
          Aggregate.find(each.column())
              .map(of -> query.groupBy().size() + query.selected().indexOf(of))
              .orElseGet(() -> query.groupBy().indexOf(each.column()));
      elements.add(each.order().encode(row.get(place)));
    }
    return Tuple.fromList(elements);
  }

  private boolean isAsked(Message record) {
    String type = record.getDescriptorForType().getName();
    List<String> types = query.records().types();
    return (types.isEmpty() || types.contains(type))
        && query
            .records()
            .condition()
            .map(each -> metaData.bound().predicate(each, type).holds(record))
            .orElse(true);
  }

  private List<Tuple> groupsOf(Message record, int column, Tuple before) {
    if (column == query.groupBy().size()) {
      return List.of(before);
    }
    List<Tuple> groups = new ArrayList<>();
    for (Tuple value : read(query.groupBy().get(column), record)) {
      groups.addAll(groupsOf(record, column + 1, before.addAll(value)));
    }
    return groups;
  }

  private List<Tuple> read(KeyExpression column, Message record) {
    return metaData
        .bound()
        .evaluator(column, record.getDescriptorForType().getName())
        .evaluate(record);
  }

  private @Nullable Object value(Aggregate aggregate, List<Message> records) {
    if (aggregate.column().isEmpty()) {
      return (long) records.size();
    }
    List<Object> values =
        records.stream()
            .<@Nullable Object>map(record -> read(aggregate.column().get(), record).get(0).get(0))
            .filter(Objects::nonNull)
            .toList();
    TreeSet<Tuple> different = new TreeSet<>();
    values.forEach(each -> different.add(Tuple.from(each)));
    boolean none = values.isEmpty();
    return switch (aggregate.kind()) {
      case COUNT, COUNT_NOT_NULL -> (long) values.size();
      case COUNT_DISTINCT -> (long) different.size();
      case MIN -> none ? null : different.first().get(0);
      case MAX -> none ? null : different.last().get(0);
      case SUM -> none ? null : (Object) values.stream().mapToLong(each -> (Long) each).sum();
      case AVERAGE ->
          none
              ? null
              : (Object) (values.stream().mapToDouble(each -> (Long) each).sum() / values.size());
    };
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
    int order = Tuple.from(found).compareTo(Tuple.from(given));
    Predicate<Integer> holds =
        switch (comparison.operator()) {
          case EQUAL -> each -> each == 0;
          case NOT_EQUAL -> each -> each != 0;
          case LESS -> each -> each < 0;
          default -> each -> each >= 0;
        };
    return truth(holds.test(order));
  }

  private static Truth truth(boolean is) {
    return is ? Truth.TRUE : Truth.FALSE;
  }

  private @Nullable Object of(KeyExpression column, Tuple group, List<Message> records) {
    return Aggregate.find(column)
        .map(each -> new Object[] {value(each, records)})
        .orElseGet(() -> new Object[] {group.get(query.groupBy().indexOf(column))})[0];
  }
}
