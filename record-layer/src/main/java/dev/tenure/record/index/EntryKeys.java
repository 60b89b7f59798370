package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an index's entries: the indexed columns, and then the columns that are still needed
 * to find the record, as {@link BoundIndex} says. Immutable.
 */
final class EntryKeys {
  private final String index;
  private final int columnCount;
  private final @Nullable BoundType onlyType;

  /** For each column of the primary key, its place in the keys; empty with several types. */
  private final int[] primaryKeyPlaces;

  private final int columnsLeast;

  /**
   * @param onlyType the type of an index that has one type; null with several types
   */
  EntryKeys(Index index, @Nullable BoundType onlyType) {
    this.index = index.name();
    this.columnCount = index.columns().columnCount();
    this.onlyType = onlyType;
    this.primaryKeyPlaces =
        onlyType == null
            ? new int[0]
            : places(index.columns().columns(), onlyType.primaryKey().columns());
    this.columnsLeast = columnCount + (onlyType == null ? 2 : notAmongColumns());
  }

  private static int[] places(List<KeyColumn> columns, List<KeyColumn> primaryKey) {
    int[] places = new int[primaryKey.size()];
    int next = columns.size();
    for (int i = 0; i < places.length; i++) {
      int inColumns = placeOf(primaryKey.get(i), columns);
      places[i] = inColumns >= 0 ? inColumns : next++;
    }
    return places;
  }

  private static int placeOf(KeyColumn wanted, List<KeyColumn> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).holdsSameAs(wanted)) {
        return i;
      }
    }
    return -1;
  }

  /** The number of columns of the primary key that are not among the indexed ones. */
  private int notAmongColumns() {
    return (int) IntStream.of(primaryKeyPlaces).filter(place -> place >= columnCount).count();
  }

  /** The key of the entry that a record has for some indexed columns. */
  Tuple key(Tuple indexed, IndexedRecord record) {
    if (onlyType == null) {
      return indexed.add(record.type().extent()).addAll(record.primaryKey());
    }
    List<@Nullable Object> items = new ArrayList<>(indexed.size() + record.primaryKey().size());
    for (int i = 0; i < indexed.size(); i++) {
      items.add(indexed.get(i));
    }
    for (int i = 0; i < primaryKeyPlaces.length; i++) {
      if (primaryKeyPlaces[i] >= indexed.size()) {
        items.add(record.primaryKey().get(i));
      }
    }
    return Tuple.fromList(items);
  }

  /**
   * The entry with a key and covering columns.
   *
   * @throws IllegalArgumentException when the key has a wrong number of columns or an unknown
   *     extent
   */
  IndexEntry entry(UnpackedTuple key, UnpackedTuple covering) {
    requireColumns(key.size());
    UnpackedTuple indexed = key.first(columnCount);
    BoundType only = onlyType;
    if (only == null) {
      int extent = extent(key.get(columnCount));
      Tuple primaryKey = TupleParts.range(key.tuple(), columnCount + 1, key.size());
      return new IndexEntry(index, indexed, covering, extent, primaryKey);
    }
    @Nullable Object[] primaryKey = new @Nullable Object[primaryKeyPlaces.length];
    for (int i = 0; i < primaryKey.length; i++) {
      primaryKey[i] = key.get(primaryKeyPlaces[i]);
    }
    return new IndexEntry(index, indexed, covering, only.extent(), Tuple.from(primaryKey));
  }

  private void requireColumns(int found) {
    if (found < columnsLeast || (onlyType != null && found > columnsLeast)) {
      throw new IllegalArgumentException(
          "entry has "
              + found
              + " columns, expected "
              + columnsLeast
              + (onlyType == null ? " or more" : ""));
    }
  }

  private static int extent(@Nullable Object element) {
    if (element instanceof Long extent && extent >= 0 && extent <= Integer.MAX_VALUE) {
      return extent.intValue();
    }
    throw new IllegalArgumentException("entry has the extent " + element + ", expected a type key");
  }
}
