package dev.tenure.record.metadata;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The description of an index, kept up to date in the transaction that changes a record. Immutable;
 * each method gives a changed copy.
 *
 * <p>What an index keeps is decided by its type, which is known by name: {@link #VALUE}, {@link
 * #COUNT}, or one that a client has registered. Options are the type's own words; a type refuses
 * those it does not know.
 */
public final class Index {
  /** An entry for each tuple of columns of each record, in their order. */
  public static final String VALUE = "value";

  /** How many records there are for each tuple of group columns. */
  public static final String COUNT = "count";

  /** Option of value indexes: no two records may have equal columns. */
  public static final String UNIQUE = "unique";

  /** Option of count indexes: a group whose count comes to zero leaves no key behind. */
  public static final String CLEAR_WHEN_ZERO = "clear-when-zero";

  private final String name;
  private final String type;
  private final KeyExpression root;
  private final SortedMap<String, String> options;
  private final List<String> recordTypes;
  private final List<String> replacedBy;
  private final int subspaceKey;
  private final int addedVersion;
  private final int lastModifiedVersion;

  private Index(IndexDraft draft) {
    this.name = draft.name;
    this.type = draft.type;
    this.root = draft.root;
    this.options = Collections.unmodifiableSortedMap(new TreeMap<>(draft.options));
    this.recordTypes = List.copyOf(draft.recordTypes);
    this.replacedBy = List.copyOf(draft.replacedBy);
    this.subspaceKey = draft.subspaceKey;
    this.addedVersion = draft.addedVersion;
    this.lastModifiedVersion = draft.lastModifiedVersion;
  }

  /**
   * An index of a type.
   *
   * @param columns the indexed columns, or those of the group; a {@link Keys#keyWithValue} gives
   *     the covering columns too
   */
  public static Index of(String name, String type, KeyExpression columns) {
    return new Index(
        new IndexDraft(
            requireName("index", name),
            requireName("type of index " + name, type),
            Objects.requireNonNull(columns, "columns")));
  }

  /** An index with an entry for each tuple of columns, which are ordered by them. */
  public static Index value(String name, KeyExpression columns) {
    return of(name, VALUE, columns);
  }

  /**
   * The number of records, for each tuple of group columns.
   *
   * @param group {@link Keys#empty()} to count all records of the types
   */
  public static Index count(String name, KeyExpression group) {
    return of(name, COUNT, group);
  }

  /** No two records may have equal columns; null equals nothing. For value indexes. */
  public Index unique() {
    return option(UNIQUE, "true");
  }

  /** A group whose count comes to zero leaves no key behind. For count indexes. */
  public Index clearWhenZero() {
    return option(CLEAR_WHEN_ZERO, "true");
  }

  /** An option in the words of the index's type. */
  public Index option(String option, String value) {
    requireName("option of index " + name, option);
    Objects.requireNonNull(value, option);
    return with(draft -> draft.options.put(option, value));
  }

  /**
   * Columns kept in the entries beside the indexed ones, so that readers need not load the record.
   *
   * @throws IllegalArgumentException when the columns fan out
   */
  public Index covering(KeyExpression coveringColumns) {
    if (coveringColumns.columns().stream().anyMatch(KeyColumn::fansOut)) {
      throw new IllegalArgumentException(
          "covering columns of index " + name + " fan out: " + coveringColumns);
    }
    KeyExpression key = columns();
    return with(
        draft ->
            draft.root = Keys.keyWithValue(Keys.concat(key, coveringColumns), key.columnCount()));
  }

  /**
   * The number that stands for the index in its keys, at least 1. Without it the smallest that is
   * free, in the order in which indexes are added.
   */
  public Index subspaceKey(int key) {
    requireAtLeastOne("subspace key", key);
    return with(draft -> draft.subspaceKey = key);
  }

  /** The version of the metadata in which the index was added, 1 by default. */
  public Index addedVersion(int version) {
    requireAtLeastOne("added version", version);
    return with(
        draft -> {
          draft.addedVersion = version;
          draft.lastModifiedVersion = Math.max(version, lastModifiedVersion);
        });
  }

  /**
   * The version of the metadata in which what the index keeps was last changed. A store written
   * with an older one builds it anew.
   */
  public Index lastModifiedVersion(int version) {
    requireAtLeastOne("last modified version", version);
    return with(draft -> draft.lastModifiedVersion = version);
  }

  /** Indexes that take this one's place: once all of them are readable, it is not kept any more. */
  public Index replacedBy(String... names) {
    return with(draft -> draft.replacedBy = List.of(names));
  }

  /** For builders: the record types whose records are in the index; none stands for all. */
  Index ofTypes(List<String> types) {
    return with(draft -> draft.recordTypes = types);
  }

  private Index with(Consumer<IndexDraft> change) {
    IndexDraft draft = IndexDraft.of(this);
    change.accept(draft);
    return new Index(draft);
  }

  public String name() {
    return name;
  }

  public String type() {
    return type;
  }

  /** All columns: those that are indexed or grouped, and covering ones behind them. */
  public KeyExpression root() {
    return root;
  }

  /** The indexed columns, or those of the group and what is grouped. */
  public KeyExpression columns() {
    return root.keyPart();
  }

  public KeyExpression coveringColumns() {
    return root.valuePart();
  }

  /** The options, in the order of their names. */
  public SortedMap<String, String> options() {
    return options;
  }

  /** Whether the option is there with the value "true". */
  public boolean has(String option) {
    return "true".equals(options.get(option));
  }

  public boolean isUnique() {
    return has(UNIQUE);
  }

  /** The names of the record types in the index, in order; empty until built and when universal. */
  public List<String> recordTypes() {
    return recordTypes;
  }

  /** Whether records of all types are in the index. */
  public boolean isUniversal() {
    return recordTypes.isEmpty();
  }

  /** The names of the indexes that take this one's place. */
  public List<String> replacedBy() {
    return replacedBy;
  }

  /** The explicit or assigned subspace key; 0 until the metadata is built when there is none. */
  public int subspaceKey() {
    return subspaceKey;
  }

  public int addedVersion() {
    return addedVersion;
  }

  public int lastModifiedVersion() {
    return lastModifiedVersion;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Index that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  /** The canonical definition of what the index keeps, without name, keys and versions. */
  @Override
  public String toString() {
    return (recordTypes.isEmpty() ? "*" : String.join("+", recordTypes))
        + " "
        + type
        + " "
        + root
        + (options.isEmpty() ? "" : " " + options);
  }

  private List<Object> parts() {
    return List.of(name, toString(), replacedBy, subspaceKey, addedVersion, lastModifiedVersion);
  }

  private static String requireName(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.isEmpty()) {
      throw new IllegalArgumentException(what + " needs a name, got \"\"");
    }
    return name;
  }

  private void requireAtLeastOne(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          what + " of index " + name + " is " + number + ", the least is 1");
    }
  }
}
