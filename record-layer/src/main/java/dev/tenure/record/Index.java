package dev.tenure.record;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.Objects;

/**
 * The description of an index, kept up to date in the transaction that changes a record. Immutable;
 * each method gives a changed copy.
 */
public final class Index {
  /** What an index keeps. */
  public enum Kind {
    /** An entry for each tuple of columns of each record, in their order. */
    VALUE,
    /** How many records there are for each tuple of group columns. */
    COUNT
  }

  private final String name;
  private final Kind kind;
  private final KeyExpression columns;
  private final KeyExpression coveringColumns;
  private final boolean unique;
  private final boolean clearedWhenZero;
  private final int subspaceKey;

  private Index(
      String name,
      Kind kind,
      KeyExpression columns,
      KeyExpression coveringColumns,
      boolean unique,
      boolean clearedWhenZero,
      int subspaceKey) {
    this.name = name;
    this.kind = kind;
    this.columns = columns;
    this.coveringColumns = coveringColumns;
    this.unique = unique;
    this.clearedWhenZero = clearedWhenZero;
    this.subspaceKey = subspaceKey;
  }

  /** An index of the records in the order of columns, then of their primary keys. */
  public static Index value(String name, KeyExpression columns) {
    return new Index(requireName(name), Kind.VALUE, columns, Keys.empty(), false, false, 0);
  }

  /**
   * A count of the records of each group. A record counts once in each group its expression gives;
   * {@link Keys#empty()} counts all records. Concurrent changes of a count do not conflict.
   */
  public static Index count(String name, KeyExpression group) {
    return new Index(requireName(name), Kind.COUNT, group, Keys.empty(), false, false, 0);
  }

  /**
   * No two records may have equal columns; columns of which one is null are not compared.
   *
   * @throws IllegalStateException when this is no value index
   */
  public Index unique() {
    requireKind(Kind.VALUE, "be unique");
    return new Index(name, kind, columns, coveringColumns, true, clearedWhenZero, subspaceKey);
  }

  /**
   * Columns kept in the entries beside the indexed ones, so that readers need not load the record.
   *
   * @throws IllegalStateException when this is no value index
   * @throws IllegalArgumentException when the columns fan out
   */
  public Index covering(KeyExpression covering) {
    requireKind(Kind.VALUE, "have covering columns");
    if (covering.columns().stream().anyMatch(KeyColumn::fansOut)) {
      throw new IllegalArgumentException(
          "covering columns of index " + name + " fan out: " + covering);
    }
    return new Index(name, kind, columns, covering, unique, clearedWhenZero, subspaceKey);
  }

  /**
   * A group whose count comes to zero leaves no key behind.
   *
   * @throws IllegalStateException when this is no count index
   */
  public Index clearWhenZero() {
    requireKind(Kind.COUNT, "be cleared when zero");
    return new Index(name, kind, columns, coveringColumns, unique, true, subspaceKey);
  }

  /**
   * The number that stands for the index in its keys, at least 1. Without it the smallest that is
   * free, in the order in which indexes are added.
   */
  public Index subspaceKey(int key) {
    if (key < 1) {
      throw new IllegalArgumentException(
          "subspace key of index " + name + " is " + key + ", the least is 1");
    }
    return new Index(name, kind, columns, coveringColumns, unique, clearedWhenZero, key);
  }

  public String name() {
    return name;
  }

  public Kind kind() {
    return kind;
  }

  /** The indexed columns, or those of the group. */
  public KeyExpression columns() {
    return columns;
  }

  public KeyExpression coveringColumns() {
    return coveringColumns;
  }

  public boolean isUnique() {
    return unique;
  }

  public boolean isClearedWhenZero() {
    return clearedWhenZero;
  }

  /** The explicit or assigned subspace key; 0 until the metadata is built when there is none. */
  public int subspaceKey() {
    return subspaceKey;
  }

  /** The canonical definition, without the name and the subspace key. */
  @Override
  public String toString() {
    return kind
        + " "
        + columns
        + (coveringColumns.columns().isEmpty() ? "" : " covering " + coveringColumns)
        + (unique ? " unique" : "")
        + (clearedWhenZero ? " clear-when-zero" : "");
  }

  private static String requireName(String name) {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("an index needs a name, got \"\"");
    }
    return name;
  }

  private void requireKind(Kind required, String what) {
    if (kind != required) {
      throw new IllegalStateException(
          "index " + name + " is of kind " + kind + " and cannot " + what);
    }
  }
}
