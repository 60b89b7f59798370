package dev.tenure.record.definition;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.limit.Surrogates;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an index. The index itself is updated in each transaction that changes a
 * record. Immutable; a method that changes something returns a changed copy. Example: {@code
 * Index.value("by-email", field("email")).unique()}.
 *
 * <p>The type decides what an index stores. A definition names its type: {@link #VALUE}, another of
 * the names below, or a type that the application has registered. Options belong to the type; a
 * type refuses options that it does not know.
 */
public final class Index {
  /** An entry for each column tuple of each record, in the order of the columns. */
  public static final String VALUE = "value";

  /** The number of records in each group. */
  public static final String COUNT = "count";

  /** An entry for each record, in the order of the commits that last saved them. */
  public static final String VERSION = "version";

  /** The number of saves in each group. Deletions do not reduce it. */
  public static final String COUNT_UPDATES = "count-updates";

  /** The number of tuples without a null in each group. */
  public static final String COUNT_NOT_NULL = "count-not-null";

  /** The sum of a column of whole numbers in each group. */
  public static final String SUM = "sum";

  /** The least whole number that a column ever had in each group. Deletions do not change it. */
  public static final String MIN_EVER_LONG = "min-ever-long";

  /** The greatest whole number that a column ever had in each group. Deletions do not change it. */
  public static final String MAX_EVER_LONG = "max-ever-long";

  /** The least tuple that columns ever had in each group. Deletions do not change it. */
  public static final String MIN_EVER_TUPLE = "min-ever-tuple";

  /** The greatest tuple that columns ever had in each group. Deletions do not change it. */
  public static final String MAX_EVER_TUPLE = "max-ever-tuple";

  /** The version of the last save in each group. */
  public static final String MAX_EVER_VERSION = "max-ever-version";

  /**
   * The least tuple that columns currently have in each group. The index can also be scanned in the
   * order of these tuples.
   */
  public static final String PERMUTED_MIN = "permuted-min";

  /**
   * The greatest tuple that columns currently have in each group. The index can also be scanned in
   * the order of these tuples.
   */
  public static final String PERMUTED_MAX = "permuted-max";

  /** The set of whole numbers that a column has in each group. */
  public static final String BITMAP_VALUE = "bitmap-value";

  /**
   * Option of permuted indexes: the number of trailing group columns that follow after the extremum
   * in keys.
   */
  public static final String PERMUTED_SIZE = "permuted-size";

  /** Option of bitmap indexes: the number of positions in a row. */
  public static final String BITMAP_ENTRY_SIZE = "bitmap-entry-size";

  /** Entries as in a value index, and the rank of each score in its group. */
  public static final String RANK = "rank";

  /** Option of value, rank and bitmap indexes: two records must not have equal columns. */
  public static final String UNIQUE = "unique";

  /** Option of counts and sums: the key of a group is cleared when its value becomes zero. */
  public static final String CLEAR_WHEN_ZERO = "clear-when-zero";

  /** Option of rank indexes: the number of levels of the ranked sets, "2" to "8"; default "6". */
  public static final String RANK_LEVELS = "rank-levels";

  /** Option of rank indexes: whether ranks count all entries ("true") or different scores. */
  public static final String RANK_COUNT_DUPLICATES = "rank-count-duplicates";

  private final String name;
  private final String type;
  private final KeyExpression root;
  private final @Nullable QueryPredicate predicate;
  private final SortedMap<String, String> options;
  private final List<String> recordTypes;
  private final List<String> replacedBy;
  private final IndexNumbers numbers;

  private Index(IndexDraft draft) {
    this.name = draft.name;
    this.type = draft.type;
    this.root = draft.root;
    this.predicate = draft.predicate;
    this.options = Collections.unmodifiableSortedMap(new TreeMap<>(draft.options));
    this.recordTypes = List.copyOf(draft.recordTypes);
    this.replacedBy = List.copyOf(draft.replacedBy);
    this.numbers = draft.numbers;
  }

  /**
   * An index of the given type.
   *
   * @param columns the indexed columns, or those of the group; a {@link Keys#keyWithValue} also has
   *     the covering columns
   */
  public static Index of(String name, String type, KeyExpression columns) {
    return new Index(
        new IndexDraft(
            requireName("index", name),
            requireName("type of index " + name, type),
            Objects.requireNonNull(columns, "columns")));
  }

  /** An index with an entry for each column tuple, in the order of the columns. */
  public static Index value(String name, KeyExpression columns) {
    return of(name, VALUE, columns);
  }

  /**
   * An index with an entry for each record, in the order of the last saves. It lists the changes of
   * a store.
   *
   * @param columns the last column must be {@link Keys#version()}. In a store that may be moved to
   *     another cluster, the column before it must be {@link Keys#incarnation()}. Columns before
   *     these group the changes
   */
  public static Index version(String name, KeyExpression columns) {
    return of(name, VERSION, columns);
  }

  /**
   * An index with the number of records in each group.
   *
   * @param group the columns of the group; {@link Keys#empty()} to count all records of the types
   */
  public static Index count(String name, KeyExpression group) {
    return of(name, COUNT, group);
  }

  /**
   * An index with an aggregate of each group, such as {@link #SUM}. If group and aggregated columns
   * belong to one repeated message, use {@link #of} with a {@link Keys#grouping} instead.
   *
   * @param group the columns of the group; {@link Keys#empty()} for one group of all records
   */
  public static Index aggregate(
      String name, String type, KeyExpression group, KeyExpression grouped) {
    KeyExpression whole = group.columnCount() == 0 ? grouped : Keys.concat(group, grouped);
    return of(name, type, Keys.grouping(whole, grouped.columnCount()));
  }

  /**
   * An index for queries of the rank of a score, and of the score at a rank.
   *
   * @param columns a {@link Keys#grouping} of group columns and score columns, or score columns
   *     alone for one group
   */
  public static Index rank(String name, KeyExpression columns) {
    return of(name, RANK, columns);
  }

  /** Ranks count each entry, and not each different score. For rank indexes. */
  public Index countDuplicates() {
    return option(RANK_COUNT_DUPLICATES, "true");
  }

  /**
   * Two records must not have equal columns. A null is not equal to another null. For value, rank
   * and bitmap indexes.
   */
  public Index unique() {
    return option(UNIQUE, "true");
  }

  /** The key of a group is cleared when its value becomes zero. For counts and sums. */
  public Index clearWhenZero() {
    return option(CLEAR_WHEN_ZERO, "true");
  }

  /** Sets an option of the index type. */
  public Index option(String option, String value) {
    requireName("option of index " + name, option);
    Objects.requireNonNull(value, option);
    var unused = Surrogates.requireNone("option " + option + " of index " + name, value);
    return with(draft -> draft.options.put(option, value));
  }

  /**
   * Adds covering columns, which are stored in the values of entries, so that readers need not load
   * the record.
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
   * Makes the index sparse: it has only records for which the condition is true, and none for which
   * the condition is false or unknown. A save adds or removes the record's entries when the
   * condition becomes true or ceases to be true. Example: {@code where(equal(field("state"),
   * "open"))}.
   */
  public Index where(QueryPredicate condition) {
    Objects.requireNonNull(condition, "condition");
    if (!condition.hasOnlyValues()) {
      throw new IllegalArgumentException(
          "condition of index "
              + name
              + " has a parameter, or compares two columns, or searches for tokens: "
              + condition);
    }
    return with(draft -> draft.predicate = condition);
  }

  /**
   * Sets the number that stands for the index in keys, at least 1. By default, indexes get the
   * lowest free number in the order in which they are added.
   */
  public Index subspaceKey(int key) {
    requireAtLeastOne("subspace key", key);
    return with(draft -> draft.numbers = numbers.withSubspaceKey(key));
  }

  /**
   * Sets the version of the metadata in which the index was added. The default is 1, or in a
   * builder of {@code toBuilder()} the version that is being built.
   */
  public Index addedVersion(int version) {
    requireAtLeastOne("added version", version);
    return with(draft -> draft.numbers = numbers.withAdded(version));
  }

  /**
   * Sets the version of the metadata in which the definition last changed so that the entries
   * changed. The default is the added version. A store that was written with an older version
   * builds the index again.
   */
  public Index lastModifiedVersion(int version) {
    requireAtLeastOne("last modified version", version);
    return with(draft -> draft.numbers = numbers.withLastModified(version));
  }

  /**
   * Sets the version of the metadata in which the definition last changed at all. The default is
   * the last modified version. A store that was written with an older version takes over the new
   * definition and keeps the entries. Example: an index ceases to be unique.
   */
  public Index adjustedVersion(int version) {
    requireAtLeastOne("adjusted version", version);
    return with(draft -> draft.numbers = numbers.withAdjusted(version));
  }

  /**
   * Names the indexes that replace this one. When all of them are readable, this index becomes
   * DISABLED.
   */
  public Index replacedBy(String... names) {
    return with(draft -> draft.replacedBy = List.of(names));
  }

  /** For builders: the same index of these record types; an empty list stands for all types. */
  Index ofTypes(List<String> types) {
    return with(draft -> draft.recordTypes = types);
  }

  /**
   * For builders: the same index, with each number that was not set taken from the index that it
   * replaces.
   */
  Index inPlaceOf(Index before) {
    return with(draft -> draft.numbers = numbers.orElse(before.numbers));
  }

  /**
   * For builders: the same index, with each number that was not set taken from the metadata that is
   * being built.
   */
  Index built(int assignedSubspaceKey, int versionDefault) {
    return with(draft -> draft.numbers = numbers.built(assignedSubspaceKey, versionDefault));
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

  /** All columns: the indexed or grouped ones, and then the covering ones. */
  public KeyExpression root() {
    return root;
  }

  /** The indexed columns, or the columns of the group and the aggregated columns. */
  public KeyExpression columns() {
    return root.keyPart();
  }

  /**
   * The number of leading columns that form the group of a {@link Keys#grouping}; 0 without a
   * grouping.
   */
  public int groupingColumns() {
    return root instanceof KeyExpression.Grouping grouping ? grouping.groupingColumns() : 0;
  }

  public KeyExpression coveringColumns() {
    return root.valuePart();
  }

  /** The condition of a sparse index; empty when the index has all records of its types. */
  public Optional<QueryPredicate> predicate() {
    return Optional.ofNullable(predicate);
  }

  /** The options, in the order of their names. */
  public SortedMap<String, String> options() {
    return options;
  }

  IndexNumbers numbers() {
    return numbers;
  }

  /** Whether the option has the value "true". */
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

  /** Whether the index has the records of all types. */
  public boolean isUniversal() {
    return recordTypes.isEmpty();
  }

  /** The names of the indexes that replace this one. */
  public List<String> replacedBy() {
    return replacedBy;
  }

  /**
   * The subspace key that was set or assigned; 0 before the metadata is built if it was not set.
   */
  public int subspaceKey() {
    return numbers.subspaceKey();
  }

  /** The version in which the index was added; 0 before the metadata is built if it was not set. */
  public int addedVersion() {
    return numbers.added();
  }

  /**
   * The version in which the entries last changed; 0 before the metadata is built if it was not
   * set.
   */
  public int lastModifiedVersion() {
    return numbers.lastModified();
  }

  /**
   * The version in which the definition last changed; 0 before the metadata is built if it was not
   * set.
   */
  public int adjustedVersion() {
    return numbers.adjusted();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Index that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  /** The canonical text of the definition, without name, keys and versions. */
  @Override
  public String toString() {
    return (recordTypes.isEmpty() ? "*" : String.join("+", recordTypes))
        + " "
        + type
        + " "
        + root
        + (predicate == null ? "" : " where " + predicate)
        + (options.isEmpty() ? "" : " " + options);
  }

  private List<Object> parts() {
    return List.of(name, toString(), replacedBy, numbers);
  }

  private static String requireName(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.isEmpty()) {
      throw new IllegalArgumentException(what + " needs a name, got \"\"");
    }
    return Surrogates.requireNone("name of " + what, name);
  }

  private void requireAtLeastOne(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          what + " of index " + name + " is " + number + ", the least is 1");
    }
  }
}
