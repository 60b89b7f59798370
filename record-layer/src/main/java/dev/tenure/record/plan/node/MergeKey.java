package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.query.OrderColumn;
import java.util.ArrayList;
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
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      OrderColumn column = order.columns().get(i);
      elements.add(column.order().encode(columns.get(i).comparable(row)));
    }
    KeyOrder key = order.key().order();
    elements.add(key.encode((long) row.extent()));
    row.primaryKey().getItems().forEach(each -> elements.add(key.encode(each)));
    return Tuple.fromList(elements);
  }

  @Override
  public String toString() {
    return order.toString();
  }
}
