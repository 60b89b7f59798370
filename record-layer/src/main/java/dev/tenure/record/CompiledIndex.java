package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyEvaluator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index with its key expressions bound to its message type, and the layout of its entries.
 *
 * <p>An entry's key holds the indexed columns, then those primary key columns that are not already
 * among them; {@code primaryKeyPlaces} says for each primary key column where in the key it is.
 */
final class CompiledIndex {
  private final Index index;
  private final RecordType type;
  private final KeyEvaluator columns;
  private final KeyEvaluator covering;
  private final int[] primaryKeyPlaces;
  private final IndexMaintainer maintainer;

  private CompiledIndex(
      Index index,
      RecordType type,
      KeyEvaluator columns,
      KeyEvaluator covering,
      int[] primaryKeyPlaces) {
    this.index = index;
    this.type = type;
    this.columns = columns;
    this.covering = covering;
    this.primaryKeyPlaces = primaryKeyPlaces;
    this.maintainer =
        switch (index.kind()) {
          case VALUE -> new ValueIndexMaintainer(this);
          case COUNT -> new CountIndexMaintainer(this);
        };
  }

  static CompiledIndex compile(RecordType type, KeyEvaluator primaryKey, Index index) {
    String owner = "index " + index.name() + " of record type " + type.name();
    KeyEvaluator columns = CompiledType.bind(type, owner, index.columns());
    KeyEvaluator covering = CompiledType.bind(type, owner, index.coveringColumns());
    return new CompiledIndex(
        index, type, columns, covering, places(columns.columns(), primaryKey.columns()));
  }

  private static int[] places(List<KeyColumn> columns, List<KeyColumn> primaryKey) {
    int[] places = new int[primaryKey.size()];
    int next = columns.size();
    for (int i = 0; i < places.length; i++) {
      int inColumns = columns.indexOf(primaryKey.get(i));
      places[i] = inColumns >= 0 ? inColumns : next++;
    }
    return places;
  }

  Index index() {
    return index;
  }

  String name() {
    return index.name();
  }

  RecordType type() {
    return type;
  }

  int subspaceKey() {
    return index.subspaceKey();
  }

  KeyEvaluator columns() {
    return columns;
  }

  IndexMaintainer maintainer() {
    return maintainer;
  }

  int columnCount() {
    return columns.columns().size();
  }

  KeyEvaluator covering() {
    return covering;
  }

  boolean isCovering() {
    return !covering.columns().isEmpty();
  }

  /** The key of an entry below the index's prefix. */
  Tuple entryKey(Tuple indexed, Tuple primaryKey) {
    List<@Nullable Object> items = new ArrayList<>(indexed.size() + primaryKey.size());
    for (int i = 0; i < indexed.size(); i++) {
      items.add(indexed.get(i));
    }
    for (int i = 0; i < primaryKeyPlaces.length; i++) {
      if (primaryKeyPlaces[i] >= indexed.size()) {
        items.add(primaryKey.get(i));
      }
    }
    return Tuple.fromList(items);
  }

  /** The entry of a key below the index's prefix. */
  IndexEntry entry(Tuple entryKey, Tuple value) {
    List<@Nullable Object> primaryKey = new ArrayList<>(primaryKeyPlaces.length);
    for (int place : primaryKeyPlaces) {
      primaryKey.add(entryKey.get(place));
    }
    List<@Nullable Object> indexed = new ArrayList<>(columnCount());
    for (int i = 0; i < columnCount(); i++) {
      indexed.add(entryKey.get(i));
    }
    return new IndexEntry(name(), Tuple.fromList(indexed), value, Tuple.fromList(primaryKey));
  }
}
