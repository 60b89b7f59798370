package dev.tenure.record.plan.node;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.ColumnReader;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.Truth;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Conditions that must all be true, bound to the types of a query. Immutable. */
public final class Conditions {
  private final List<QueryPredicate> conditions;
  private final Map<String, List<BoundPredicate>> byType;
  private final List<BoundPredicate> any;

  /**
   * Binds conditions to some types.
   *
   * @throws IllegalArgumentException naming path and types, when a condition cannot be bound
   */
  public Conditions(
      List<QueryPredicate> conditions, BoundMetaData metaData, Collection<String> types) {
    this.conditions = List.copyOf(conditions);
    Map<String, List<BoundPredicate>> bound = new LinkedHashMap<>();
    for (String type : types) {
      bound.put(type, conditions.stream().map(each -> metaData.predicate(each, type)).toList());
    }
    this.byType = Collections.unmodifiableMap(bound);
    this.any = bound.values().iterator().next();
  }

  /** Whether all conditions are true for a row. */
  boolean hold(Row row, Bindings bindings) {
    return hold(row, row, bindings);
  }

  /** Whether all conditions are true for a row whose columns a given reader reads. */
  public boolean hold(Row row, ColumnReader columns, Bindings bindings) {
    List<BoundPredicate> bound =
        row.loaded().map(record -> byType.getOrDefault(record.type(), any)).orElse(any);
    for (BoundPredicate each : bound) {
      if (each.test(columns, bindings) != Truth.TRUE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether any row can satisfy all conditions with these values. Example: no float is equal to the
   * double 0.1.
   */
  boolean mayHold(Bindings bindings) {
    return byType.values().stream()
        .anyMatch(bound -> bound.stream().allMatch(each -> each.mayHold(bindings)));
  }

  /**
   * Refuses parameter values that cannot be compared with their columns.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  public void require(Bindings bindings) {
    byType.values().forEach(bound -> bound.forEach(each -> each.require(bindings)));
  }

  @Override
  public String toString() {
    return conditions.stream().map(QueryPredicate::toString).collect(Collectors.joining(" and "));
  }
}
