package dev.tenure.record.plan.node;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column that does not fan out, bound to the types of a query, so that its value can be read from
 * rows. Immutable.
 */
public final class ColumnValues {
  private final Map<String, KeyEvaluator> byType;
  private final KeyEvaluator any;
  private final boolean hasFloats;

  /**
   * Binds a column to some types.
   *
   * @throws IllegalArgumentException naming the path, when a type has no such column
   */
  public ColumnValues(KeyExpression column, BoundMetaData metaData, Collection<String> types) {
    Map<String, KeyEvaluator> bound = new LinkedHashMap<>();
    types.forEach(type -> bound.put(type, metaData.evaluator(column, type)));
    this.byType = Collections.unmodifiableMap(bound);
    this.any = byType.values().iterator().next();
    this.hasFloats =
        byType.values().stream().anyMatch(each -> each.types().get(0) == ValueType.FLOAT);
  }

  /** The column's value in a row. */
  public @Nullable Object of(Row row) {
    QueryRecord record = row.record();
    return row.value(record == null ? any : byType.getOrDefault(record.type(), any));
  }

  /**
   * The column's value in a row, for comparisons. A float becomes a double, since the column may
   * hold doubles in another record type.
   */
  @Nullable Object comparable(Row row) {
    Object value = of(row);
    return hasFloats && value instanceof Float number ? (Object) number.doubleValue() : value;
  }
}
