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
 * The description of an index, kept up to date in the transaction that changes a record. Immutable;
 * each method gives a changed copy.
 *
 * <p>What an index keeps is decided by its type, which is known by name: {@link #VALUE}, another of
 * the names here, or one that a client has registered. Options are the type's own words; a type
 * refuses those it does not know.
 */
public final class Index {
  /** An entry for each tuple of columns of each record, in their order. */
  public static final String VALUE = "value";

  /** How many records there are for each tuple of group columns. */
  public static final String COUNT = "count";

  /** An entry for each record, in the order of the commits that last saved them. */
  public static final String VERSION = "version";

  /** How often records were saved, for each tuple of group columns; never less. */
  public static final String COUNT_UPDATES = "count-updates";

  /** How many tuples of grouped columns without a null there are, for each group. */
  public static final String COUNT_NOT_NULL = "count-not-null";

  /** The sum of a column of whole numbers, for each group. */
  public static final String SUM = "sum";

  /** The least whole number that a column ever had, for each group. */
  public static final String MIN_EVER_LONG = "min-ever-long";

  /** The greatest whole number that a column ever had, for each group. */
  public static final String MAX_EVER_LONG = "max-ever-long";

  /** The least tuple that columns ever had, for each group. */
  public static final String MIN_EVER_TUPLE = "min-ever-tuple";

  /** The greatest tuple that columns ever had, for each group. */
  public static final String MAX_EVER_TUPLE = "max-ever-tuple";

  /** The version of the last save, for each group. */
  public static final String MAX_EVER_VERSION = "max-ever-version";

  /** The least tuple that columns have, for each group, and groups in the order of it. */
  public static final String PERMUTED_MIN = "permuted-min";

  /** The greatest tuple that columns have, for each group, and groups in the order of it. */
  public static final String PERMUTED_MAX = "permuted-max";

  /** The set of whole numbers that a column has, for each group. */
  public static final String BITMAP_VALUE = "bitmap-value";

  /** Option of permuted indexes: how many of the last group columns come behind the extremum. */
  public static final String PERMUTED_SIZE = "permuted-size";

  /** Option of bitmap indexes: how many positions a row has. */
  public static final String BITMAP_ENTRY_SIZE = "bitmap-entry-size";

  /** Entries as in a value index, and how many come before a score in its group. */
  public static final String RANK = "rank";

  /** Option of value, rank and bitmap indexes: no two records may have equal columns. */
  public static final String UNIQUE = "unique";

  /** Option of counts and sums: a group that comes to zero leaves no key behind. */
  public static final String CLEAR_WHEN_ZERO = "clear-when-zero";

  /** Option of rank indexes: how many levels the ranked sets have, "2" to "8"; "6" without it. */
  public static final String RANK_LEVELS = "rank-levels";

  /** Option of rank indexes: ranks count entries ("true") and not different scores. */
  public static final String RANK_COUNT_DUPLICATES = "rank-count-duplicates";

  private final String name;
  private final String type;
  private final KeyExpression root;
  private final @Nullable QueryPredicate predicate;
  private final SortedMap<String, String> options;
  private final List<String> recordTypes;
  private final List<String> replacedBy;
  private final int subspaceKey;
  private final int addedVersion;
  private final int lastModifiedVersion;
  private final int adjustedVersion;

  private Index(IndexDraft draft) {
    this.name = draft.name;
    this.type = draft.type;
    this.root = draft.root;
    this.predicate = draft.predicate;
    this.options = Collections.unmodifiableSortedMap(new TreeMap<>(draft.options));
    this.recordTypes = List.copyOf(draft.recordTypes);
    this.replacedBy = List.copyOf(draft.replacedBy);
    this.subspaceKey = draft.subspaceKey;
    this.addedVersion = draft.addedVersion;
    this.lastModifiedVersion = draft.lastModifiedVersion;
    this.adjustedVersion = draft.adjustedVersion;
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
   * An index with an entry for each record, ordered by when it was last saved: the changes of a
   * store.
   *
   * @param columns with one {@link Keys#version()}; in a store that may move to another cluster,
   *     {@link Keys#incarnation()} before it; columns in front of these group the changes
   */
  public static Index version(String name, KeyExpression columns) {
    return of(name, VERSION, columns);
  }

  /**
   * The number of records, for each tuple of group columns.
   *
   * @param group {@link Keys#empty()} to count all records of the types
   */
  public static Index count(String name, KeyExpression group) {
    return of(name, COUNT, group);
  }

  /**
   * What a type keeps of the grouped columns of each group, such as {@link #SUM}. For columns of
   * one repeated message, {@link #of} with a {@link Keys#grouping}.
   *
   * @param group {@link Keys#empty()} for one group of all records
   */
  public static Index aggregate(
      String name, String type, KeyExpression group, KeyExpression grouped) {
    KeyExpression whole = group.columnCount() == 0 ? grouped : Keys.concat(group, grouped);
    return of(name, type, Keys.grouping(whole, grouped.columnCount()));
  }

  /**
   * An index that tells ranks of scores and scores at ranks.
   *
   * @param columns a {@link Keys#grouping} of group columns and scores, or scores of one group
   */
  public static Index rank(String name, KeyExpression columns) {
    return of(name, RANK, columns);
  }

  /** Ranks count entries, equal scores each for itself. For rank indexes. */
  public Index countDuplicates() {
    return option(RANK_COUNT_DUPLICATES, "true");
  }

  /**
   * No two records may have equal columns; null equals nothing. For value, rank and bitmap indexes.
   */
  public Index unique() {
    return option(UNIQUE, "true");
  }

  /** A group that comes to zero leaves no key behind. For counts and sums. */
  public Index clearWhenZero() {
    return option(CLEAR_WHEN_ZERO, "true");
  }

  /** An option in the words of the index's type. */
  public Index option(String option, String value) {
    requireName("option of index " + name, option);
    Objects.requireNonNull(value, option);
    var unused = Surrogates.requireNone("option " + option + " of index " + name, value);
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
   * Makes the index sparse: only records of which the condition is true are in it, not those of
   * which it is false or unknown. A record that comes to fulfil the condition enters the index when
   * it is saved, one that ceases to leaves it.
   */
  public Index where(QueryPredicate condition) {
    Objects.requireNonNull(condition, "condition");
    if (!condition.hasOnlyValues()) {
      throw new IllegalArgumentException(
          "condition of index " + name + " has a parameter, or compares two columns: " + condition);
    }
    return with(draft -> draft.predicate = condition);
  }

  /**
   * The number that stands for the index in its keys, at least 1. Without it the smallest that is
   * free, in the order in which indexes are added.
   */
  public Index subspaceKey(int key) {
    requireAtLeastOne("subspace key", key);
    return with(draft -> draft.subspaceKey = key);
  }

  /**
   * The version of the metadata in which the index was added. By default 1, or the version of the
   * metadata being made when that is made from earlier metadata.
   */
  public Index addedVersion(int version) {
    requireAtLeastOne("added version", version);
    return with(draft -> draft.addedVersion = version);
  }

  /**
   * The version of the metadata in which what the index keeps was last changed; that in which it
   * was added by default. A store written with an older one builds it anew.
   */
  public Index lastModifiedVersion(int version) {
    requireAtLeastOne("last modified version", version);
    return with(draft -> draft.lastModifiedVersion = version);
  }

  /**
   * The version of the metadata in which the definition was last changed, be it so that what is
   * kept stays as it is: a unique index that ceases to be unique. That of the last modification by
   * default. A store written with an older one takes the new definition, and builds nothing.
   */
  public Index adjustedVersion(int version) {
    requireAtLeastOne("adjusted version", version);
    return with(draft -> draft.adjustedVersion = version);
  }

  /** Indexes that take this one's place: once all of them are readable, it is not kept any more. */
  public Index replacedBy(String... names) {
    return with(draft -> draft.replacedBy = List.of(names));
  }

  /** For builders: the record types whose records are in the index; none stands for all. */
  Index ofTypes(List<String> types) {
    return with(draft -> draft.recordTypes = types);
  }

  /** For builders: what was not given from the index that this one takes the place of. */
  Index inPlaceOf(Index before) {
    return with(
        draft -> {
          draft.subspaceKey = subspaceKey == 0 ? before.subspaceKey : subspaceKey;
          draft.addedVersion = addedVersion == 0 ? before.addedVersion : addedVersion;
          draft.lastModifiedVersion =
              lastModifiedVersion == 0 ? before.lastModifiedVersion : lastModifiedVersion;
          draft.adjustedVersion = adjustedVersion == 0 ? before.adjustedVersion : adjustedVersion;
        });
  }

  /** For builders: what was not given from the metadata being made. */
  Index built(int assignedSubspaceKey, int versionDefault) {
    return with(
        draft -> {
          draft.subspaceKey = assignedSubspaceKey;
          draft.addedVersion = addedVersion == 0 ? versionDefault : addedVersion;
          draft.lastModifiedVersion =
              lastModifiedVersion == 0 ? draft.addedVersion : lastModifiedVersion;
          draft.adjustedVersion = Math.max(adjustedVersion, draft.lastModifiedVersion);
        });
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

  /** How many of the first columns make up the group of a {@link Keys#grouping}; 0 without one. */
  public int groupingColumns() {
    return root instanceof KeyExpression.Grouping grouping ? grouping.groupingColumns() : 0;
  }

  public KeyExpression coveringColumns() {
    return root.valuePart();
  }

  /** Which records are in the index; all of its types when there is no condition. */
  public Optional<QueryPredicate> predicate() {
    return Optional.ofNullable(predicate);
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

  /** The version in which the index was added; 0 until the metadata is built when not given. */
  public int addedVersion() {
    return addedVersion;
  }

  /** The version in which what is kept was last changed; 0 until built when not given. */
  public int lastModifiedVersion() {
    return lastModifiedVersion;
  }

  /** The version in which the definition was last changed; 0 until built when not given. */
  public int adjustedVersion() {
    return adjustedVersion;
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
        + (predicate == null ? "" : " where " + predicate)
        + (options.isEmpty() ? "" : " " + options);
  }

  private List<Object> parts() {
    return List.of(
        name,
        toString(),
        replacedBy,
        subspaceKey,
        addedVersion,
        lastModifiedVersion,
        adjustedVersion);
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
