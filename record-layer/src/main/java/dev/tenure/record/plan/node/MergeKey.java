package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.match.OrderSpec;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key by which rows are merged or sorted. It has the columns of an order, each encoded as bytes
 * that ascend in that order, then the extent and the primary key. Two rows of one record have the
 * same key. Immutable.
 */
public final class MergeKey {
  private final OrderSpec order;
  private final List<ColumnValues> columns;

  /** Binds an order to some types. */
  public MergeKey(OrderSpec order, BoundMetaData metaData, Collection<String> types) {
    this.order = order;
    this.columns =
        order.columns().stream()
            .map(column -> new ColumnValues(column.column(), metaData, types))
            .toList();
  }

  /** The merge key of a row. */
  Tuple of(Row row) {
    Tuple primaryKey = row.primaryKey();
    int first = columns.size() + 1;
    @Nullable Object[] elements = new @Nullable Object[first + primaryKey.size()];
    for (int i = 0; i < columns.size(); i++) {
      elements[i] = order.columns().get(i).order().encode(columns.get(i).comparable(row));
    }
    KeyOrder key = order.key().order();
    elements[first - 1] = key.encode((long) row.extent());
    for (int i = 0; i < primaryKey.size(); i++) {
      elements[first + i] = key.encode(primaryKey.get(i));
    }
    return Tuple.from(elements);
  }

  @Override
  public String toString() {
    return order.toString();
  }
}
