package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a record that can be read from an index entry, with their places in the entry.
 * Safe for use by many threads.
 */
public final class EntryLayout {
  private final List<KeyColumn> keyAndValue;
  private final int keyColumns;
  private final List<KeyColumn> primaryKey;
  private final boolean ofGroups;
  private final Map<KeyExpression, Optional<Place>> found = new ConcurrentHashMap<>();

  /** The part of an entry that has a column. */
  private enum Part {
    KEY,
    VALUE,
    PRIMARY_KEY
  }

  /** The place of a column in the entries of a layout. */
  private record Place(Part part, int column, Optional<KeyOrder> order) {

    /** The value of the column in an entry. */
    @Nullable Object of(IndexEntry entry) {
      Object element =
          switch (part) {
            case KEY -> entry.keyColumn(column);
            case VALUE -> entry.valueColumn(column);
            case PRIMARY_KEY -> entry.primaryKey().get(column);
          };
      return order.isEmpty() || !(element instanceof byte[] bytes)
          ? element
          : order.get().decode(bytes);
    }
  }

  /** The layout of an index whose entries belong to single records. */
  public EntryLayout(BoundIndex index) {
    this.keyAndValue = index.index().root().columns();
    this.keyColumns = index.columnCount();
    List<List<KeyColumn>> keys =
        index.types().stream().map(type -> type.primaryKey().columns()).distinct().toList();
    this.primaryKey = keys.size() == 1 ? keys.get(0) : List.of();
    this.ofGroups = false;
  }

  /**
   * The layout of an index whose entries are groups: columns of the group, and then aggregated
   * columns.
   */
  EntryLayout(List<KeyColumn> columns, int groupColumns) {
    this.keyAndValue = List.copyOf(columns);
    this.keyColumns = groupColumns;
    this.primaryKey = List.of();
    this.ofGroups = true;
  }

  /** The layout of entries that have these columns as keys, and no values. */
  public EntryLayout(List<KeyColumn> key, List<KeyColumn> primaryKey) {
    this.keyAndValue = List.copyOf(key);
    this.keyColumns = key.size();
    this.primaryKey = List.copyOf(primaryKey);
    this.ofGroups = false;
  }

  /** The number of columns in an entry's key, without a primary key. */
  int keyColumns() {
    return keyColumns;
  }

  /** Whether entries have a column. */
  public boolean has(KeyExpression column) {
    return place(column).isPresent();
  }

  /**
   * The value of a column in an entry.
   *
   * @throws IllegalArgumentException when entries do not have the column
   */
  public @Nullable Object value(KeyExpression column, IndexEntry entry) {
    return reader(column).apply(entry);
  }

  /**
   * Reads a column from many entries.
   *
   * @throws IllegalArgumentException when entries do not have the column
   */
  public Function<IndexEntry, @Nullable Object> reader(KeyExpression column) {
    return place(column)
            .orElseThrow(
                () -> new IllegalArgumentException("entries of an index do not have " + column))
        ::of;
  }

  private Optional<Place> place(KeyExpression column) {
    return found.computeIfAbsent(column, this::search);
  }

  private Optional<Place> search(KeyExpression column) {
    if (column.fansOut() && !ofGroups) {
      return Optional.empty();
    }
    for (int i = 0; i < keyAndValue.size(); i++) {
      Optional<KeyPart> part = KeyPart.find(keyAndValue.get(i), ValueType.ANY, column);
      if (part.isPresent()) {
        return Optional.of(
            i < keyColumns
                ? new Place(Part.KEY, i, part.get().order())
                : new Place(Part.VALUE, i - keyColumns, part.get().order()));
      }
    }
    for (int i = 0; i < primaryKey.size(); i++) {
      Optional<KeyPart> part = KeyPart.find(primaryKey.get(i), ValueType.ANY, column);
      if (part.isPresent()) {
        return Optional.of(new Place(Part.PRIMARY_KEY, i, part.get().order()));
      }
    }
    return Optional.empty();
  }
}
