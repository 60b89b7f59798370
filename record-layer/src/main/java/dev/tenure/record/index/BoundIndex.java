package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An index with its key expressions bound to its message types, and the layout of its entries.
 * Immutable.
 *
 * <p>The key of an entry has the indexed columns first, and then the columns that are still needed
 * to find the record:
 *
 * <ul>
 *   <li>In an index of one type, these are the primary key columns that are not among the indexed
 *       ones. Example: an index on {@code city} of records with the primary key {@code (city, id)}
 *       has the keys {@code (city, id)}.
 *   <li>In an index of several types, these are the type key (0 for the shared extent) and the
 *       whole primary key.
 * </ul>
 */
public final class BoundIndex {
  private final Index index;
  private final List<BoundType> types;
  private final Map<String, TypeRows> rowsByType = new LinkedHashMap<>();
  private final @Nullable BoundType onlyType;
  private final EntryKeys keys;
  private final int columnCount;
  private final int coveringCount;
  private final OptionalInt rulesFingerprint;
  private final IndexMaintainer maintainer;

  private BoundIndex(
      Index index,
      List<BoundType> types,
      KeyFunctions functions,
      Function<String, IndexType> indexTypes) {
    this.index = index;
    this.types = List.copyOf(types);
    this.onlyType = index.recordTypes().size() == 1 ? types.get(0) : null;
    this.columnCount = index.columns().columnCount();
    types.forEach(
        type -> rowsByType.put(type.name(), TypeRows.bind(index, type.type(), functions)));
    this.keys = new EntryKeys(index, onlyType);
    this.rulesFingerprint = rulesFingerprint(index, functions);
    this.coveringCount = index.coveringColumns().columnCount();
    requireKept(index, types);
    ConditionColumns.require(index);
    IndexType type = type(index, indexTypes);
    type.validate(this);
    this.maintainer = type.maintainer(this);
  }

  static BoundIndex bind(
      Index index,
      List<BoundType> types,
      KeyFunctions functions,
      Function<String, IndexType> indexTypes) {
    return new BoundIndex(index, types, functions, indexTypes);
  }

  /** The incarnation of a record is kept with its version, its times when its type says so. */
  private static void requireKept(Index index, List<BoundType> types) {
    for (BoundType type : types) {
      if (index.root().needsIncarnation() && !type.type().isVersioned()) {
        throw notKept(index, "incarnation()", type, "versions");
      }
      Optional<StoredColumn> time = type.missingTime(index.root());
      if (time.isPresent()) {
        throw notKept(index, time.get().expression().toString(), type, "times");
      }
    }
  }

  private static IllegalArgumentException notKept(
      Index index, String column, BoundType type, String what) {
    return new IllegalArgumentException(
        IndexOptions.describe(index)
            + " has "
            + column
            + " among its columns, which is null in every "
            + type.name()
            + ", as the type keeps no "
            + what
            + ": "
            + index.root());
  }

  private static OptionalInt rulesFingerprint(Index index, KeyFunctions functions) {
    List<KeyExpression> columns = new ArrayList<>(ConditionColumns.of(index));
    columns.add(index.root());
    try {
      return functions.rulesFingerprint(columns);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("index " + index.name() + ": " + e.getMessage(), e);
    }
  }

  private static IndexType type(Index index, Function<String, IndexType> indexTypes) {
    try {
      return indexTypes.apply(index.type());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("index " + index.name() + ": " + e.getMessage(), e);
    }
  }

  public Index index() {
    return index;
  }

  public String name() {
    return index.name();
  }

  /**
   * Whether no two records may have equal columns, because the definition or the index type demands
   * it.
   */
  public boolean isUnique() {
    return index.isUnique() || maintainer.isAlwaysUnique();
  }

  /**
   * A fingerprint of the rules on which functions in the columns or the condition depend, such as
   * those of a collation; empty when they depend on none.
   */
  public OptionalInt rulesFingerprint() {
    return rulesFingerprint;
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
    return coveringCount > 0;
  }

  /** The number of covering columns, which are stored in the values of entries. */
  public int coveringCount() {
    return coveringCount;
  }

  /** Whether the index has records of the type. */
  public boolean has(BoundType type) {
    return rowsByType.containsKey(type.name());
  }

  /** The names of the record types in the index, in the order of the metadata. */
  public List<String> typeNames() {
    return List.copyOf(rowsByType.keySet());
  }

  /** The record types in the index, in the order of the metadata. */
  public List<BoundType> types() {
    return types;
  }

  /** The type of each column in records of a type that the index has. */
  public List<ValueType> columnTypes(BoundType type) {
    return Objects.requireNonNull(rowsByType.get(type.name()), type.name()).columns().types();
  }

  /** The record type of the index; empty when it has several types. */
  public Optional<BoundType> onlyType() {
    return Optional.ofNullable(onlyType);
  }

  /**
   * All column tuples of a record without duplicates; each has the indexed columns first, then the
   * covering ones. Empty when the index does not have the record's type, or when the index's
   * condition is not true of the record.
   */
  public List<Tuple> tuplesOf(@Nullable IndexedRecord record) {
    if (record == null || !has(record.type())) {
      return List.of();
    }
    return rows(record).of(record);
  }

  /**
   * As {@link #tuplesOf(IndexedRecord)}, for a message. The index must not have columns that are
   * stored beside the message, such as the version.
   *
   * @throws IllegalStateException when a column is stored beside the message
   */
  public List<Tuple> tuplesOf(String type, Message message) {
    TypeRows rows = rowsByType.get(type);
    return rows == null ? List.of() : rows.of(message);
  }

  /** As {@link #tuplesOf}, including duplicates. */
  public List<Tuple> allTuplesOf(@Nullable IndexedRecord record) {
    if (record == null || !has(record.type())) {
      return List.of();
    }
    return rows(record).allOf(record);
  }

  /**
   * Whether a change certainly leaves all columns of this index unchanged. Most changes of a record
   * do so for most indexes.
   */
  public boolean isUnchanged(RecordChange change) {
    IndexedRecord before = change.before();
    IndexedRecord after = change.after();
    if (before == null || after == null || before.type() != after.type() || !has(before.type())) {
      return false;
    }
    return rows(before).givesSame(before.message(), after.message());
  }

  /** The indexed columns of a tuple that has all columns. */
  public Tuple indexed(Tuple tuple) {
    return isCovering() ? TupleParts.range(tuple, 0, columnCount) : tuple;
  }

  /** The covering columns of a tuple that has all columns. */
  public Tuple covering(Tuple tuple) {
    return TupleParts.range(tuple, columnCount, tuple.size());
  }

  /** Whether a unique index refuses other records with these indexed columns. */
  public boolean comparedWhenUnique(IndexedRecord record, Tuple indexed) {
    return rows(record).columns().comparedWhenUnique(indexed);
  }

  private TypeRows rows(IndexedRecord record) {
    return Objects.requireNonNull(rowsByType.get(record.type().name()), "columns of its type");
  }

  /** The key of an entry below the index's prefix. */
  public Tuple entryKey(Tuple indexed, IndexedRecord record) {
    return keys.key(indexed, record);
  }

  /**
   * The entry for a key below the index's prefix and a value that has the covering columns.
   *
   * @throws IllegalArgumentException as {@link #entry(Tuple, Tuple)}; or when the value is not a
   *     tuple of the covering columns
   */
  public IndexEntry entry(UnpackedTuple entryKey, byte[] value) {
    return keys.entry(
        entryKey,
        UnpackedTuple.of(value, 0)
            .filter(columns -> columns.size() == coveringCount())
            .orElseThrow(() -> new IllegalArgumentException("the value is no such tuple")));
  }

  /**
   * The entry for a key below the index's prefix.
   *
   * @throws IllegalArgumentException when the key has a wrong number of columns or an unknown
   *     extent
   */
  public IndexEntry entry(Tuple entryKey, Tuple value) {
    return keys.entry(UnpackedTuple.of(entryKey), UnpackedTuple.of(value));
  }

  /**
   * The entry for a stored row, whose key and value may be corrupt.
   *
   * @param columns the expected columns of the key, for the error
   * @param where the place of the row, for the error
   * @param read makes the entry of key and value; throws {@link IllegalArgumentException} when they
   *     are not those of an entry
   * @throws RecordLayerException DAMAGED when {@code read} throws
   */
  public IndexEntry storedEntry(
      UnpackedTuple key,
      byte[] value,
      String columns,
      String where,
      BiFunction<UnpackedTuple, byte[], IndexEntry> read) {
    try {
      return read.apply(key, value);
    } catch (IllegalArgumentException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "entry of index "
              + name()
              + " has the key "
              + key.tuple()
              + " and a value of "
              + value.length
              + " bytes, expected "
              + columnCount()
              + columns
              + " and a primary key, and a tuple of "
              + coveringCount()
              + ": "
              + e.getMessage()
              + " ("
              + where
              + ")",
          e);
    }
  }
}
