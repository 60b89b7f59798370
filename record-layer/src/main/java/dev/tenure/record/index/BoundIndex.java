package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.metadata.Index;
import dev.tenure.record.metadata.RecordType;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An index with its key expressions bound to its message types, and the layout of its entries.
 * Immutable.
 *
 * <p>An entry's key holds the indexed columns, then what else is needed to find the record. In an
 * index of one type that is those primary key columns which are not already among the indexed ones;
 * in one of several types, the type key (0 for the shared extent), then the whole primary key.
 */
public final class BoundIndex {
  private final Index index;
  private final Map<String, Columns> columnsByType = new LinkedHashMap<>();
  private final @Nullable BoundType onlyType;
  private final int[] primaryKeyPlaces;
  private final int columnCount;
  private final IndexMaintainer maintainer;

  /** The columns of one record type. */
  private record Columns(
      KeyEvaluator indexed, KeyEvaluator covering, @Nullable BoundPredicate condition) {

    boolean admit(Message message) {
      return condition == null || condition.holds(message);
    }
  }

  private BoundIndex(Index index, List<BoundType> types, IndexTypes indexTypes) {
    this.index = index;
    this.onlyType = index.recordTypes().size() == 1 ? types.get(0) : null;
    this.columnCount = index.columns().columns().size();
    types.forEach(type -> columnsByType.put(type.name(), bind(index, type.type())));
    this.primaryKeyPlaces =
        onlyType == null
            ? new int[0]
            : places(index.columns().columns(), onlyType.primaryKey().columns());
    IndexType type = type(index, indexTypes);
    type.validate(this);
    this.maintainer = type.maintainer(this);
  }

  static BoundIndex bind(Index index, List<BoundType> types, IndexTypes indexTypes) {
    return new BoundIndex(index, types, indexTypes);
  }

  private static IndexType type(Index index, IndexTypes indexTypes) {
    try {
      return indexTypes.require(index.type());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("index " + index.name() + ": " + e.getMessage(), e);
    }
  }

  private static Columns bind(Index index, RecordType type) {
    String owner = "index " + index.name() + " of record type " + type.name();
    return new Columns(
        BoundType.bind(type, owner, index.columns()),
        BoundType.bind(type, owner, index.coveringColumns()),
        index.predicate().map(condition -> bind(condition, owner, type)).orElse(null));
  }

  private static BoundPredicate bind(QueryPredicate condition, String owner, RecordType type) {
    try {
      return BoundPredicate.bind(condition, type.descriptor(), type.typeKey());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(owner + ", its condition: " + e.getMessage(), e);
    }
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

  public Index index() {
    return index;
  }

  public String name() {
    return index.name();
  }

  public int subspaceKey() {
    return index.subspaceKey();
  }

  public IndexMaintainer maintainer() {
    return maintainer;
  }

  public int columnCount() {
    return columnCount;
  }

  public boolean isCovering() {
    return !index.coveringColumns().columns().isEmpty();
  }

  /** Whether records of the type are in the index. */
  public boolean has(BoundType type) {
    return columnsByType.containsKey(type.name());
  }

  /** The names of the record types in the index, in the order of the metadata. */
  public List<String> typeNames() {
    return List.copyOf(columnsByType.keySet());
  }

  /** The record type of an index of one type. */
  public Optional<BoundType> onlyType() {
    return Optional.ofNullable(onlyType);
  }

  /**
   * The indexed columns of a record, equal ones once; none when its type is not in the index, or
   * the index's condition is not true of it.
   */
  public List<Tuple> columnsOf(@Nullable IndexedRecord record) {
    if (record == null || !has(record.type())) {
      return List.of();
    }
    Columns columns = columns(record);
    return columns.admit(record.message())
        ? columns.indexed().evaluate(record.message())
        : List.of();
  }

  /** The covering columns of a record that is in the index. */
  public Tuple coveringOf(IndexedRecord record) {
    Message message = record.message();
    return columns(record).covering().evaluateOne(message);
  }

  private Columns columns(IndexedRecord record) {
    return Objects.requireNonNull(columnsByType.get(record.type().name()), "columns of its type");
  }

  /** The key of an entry below the index's prefix. */
  public Tuple entryKey(Tuple indexed, IndexedRecord record) {
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

  /** The entry of a key below the index's prefix. */
  public IndexEntry entry(Tuple entryKey, Tuple value) {
    Tuple indexed = TupleParts.range(entryKey, 0, columnCount);
    BoundType only = onlyType;
    if (only == null) {
      int extent = Math.toIntExact(entryKey.getLong(columnCount));
      Tuple primaryKey = TupleParts.range(entryKey, columnCount + 1, entryKey.size());
      return new IndexEntry(name(), indexed, value, extent, primaryKey);
    }
    List<@Nullable Object> primaryKey = new ArrayList<>(primaryKeyPlaces.length);
    for (int place : primaryKeyPlaces) {
      primaryKey.add(entryKey.get(place));
    }
    return new IndexEntry(name(), indexed, value, only.extent(), Tuple.fromList(primaryKey));
  }
}
