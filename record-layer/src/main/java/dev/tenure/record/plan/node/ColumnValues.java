package dev.tenure.record.plan.node;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.match.EntryLayout;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column that does not fan out, bound to the types of a query, so that its value can be read from
 * rows. Safe for use by many threads.
 */
public final class ColumnValues {
  private final Map<String, KeyEvaluator> byType;
  private final KeyEvaluator any;
  private final boolean hasFloats;

  /** For entries like that of the last row; threads may overwrite one another's. */
  private @Nullable Reader last;

  private record Reader(EntryLayout layout, Function<IndexEntry, @Nullable Object> column) {}

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
    EntryLayout layout = row.layout();
    IndexEntry entry = row.entry();
    return record != null || layout == null || entry == null
        ? row.value(record == null ? any : byType.getOrDefault(record.type(), any))
        : reader(layout).apply(entry);
  }

  private Function<IndexEntry, @Nullable Object> reader(EntryLayout layout) {
    Reader reader = last;
    if (reader == null || reader.layout() != layout) {
      reader = new Reader(layout, layout.reader(any.expression()));
      last = reader;
    }
    return reader.column();
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
