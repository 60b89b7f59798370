package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import java.util.OptionalInt;

/** The rules of definitions of grouped indexes. Each error names the part that breaks the rule. */
final class GroupRules {
  private GroupRules() {}

  /** Refuses covering columns: the entries of an aggregate index keep only the aggregate. */
  static void requireNoCovering(BoundIndex index) {
    if (index.isCovering() || index.index().root() instanceof KeyExpression.KeyWithValue) {
      throw wrong(index, "has covering columns, and keeps nothing of a single record");
    }
  }

  /**
   * Refuses version columns, because the version of a record is not known when the record is saved.
   */
  static void requireNoVersion(BoundIndex index) {
    if (index.index().root().needsVersion()) {
      throw wrong(index, "has the version of the record among its columns");
    }
  }

  /** Requires a grouping with at least one grouped column. */
  static void requireGrouped(BoundIndex index) {
    if (groupedCount(index) < 1) {
      throw wrong(index, "has no grouped columns, expected a root of grouping(columns, 1 or more)");
    }
    requireNoNull(index);
  }

  /** A null is not counted, added or compared. */
  private static void requireNoNull(BoundIndex index) {
    if (index.index().root().groupedPart().hasNullColumn()) {
      throw wrong(index, "has a grouped column that is null in every record");
    }
  }

  /** Requires a grouping with exactly one grouped column. */
  static void requireOneGrouped(BoundIndex index) {
    if (groupedCount(index) != 1) {
      throw wrong(
          index,
          "has "
              + groupedCount(index)
              + " grouped columns, expected a root of grouping(columns, 1)");
    }
    requireNoNull(index);
  }

  /** Requires that all columns belong to the group. */
  static void requireNothingGrouped(BoundIndex index) {
    if (groupedCount(index) > 0) {
      throw wrong(
          index,
          "has grouped columns, and counts records: take "
              + Index.COUNT_NOT_NULL
              + " to count what columns hold");
    }
  }

  private static int groupedCount(BoundIndex index) {
    return index.index().root() instanceof KeyExpression.Grouping grouping
        ? grouping.groupedColumns()
        : 0;
  }

  /**
   * Requires that the grouped column has whole numbers, or a type that is known only when a record
   * is saved.
   */
  static void requireWholeNumber(BoundIndex index) {
    int column = index.columnCount() - 1;
    for (BoundType type : index.types()) {
      ValueType found = index.columnTypes(type).get(column);
      if (!found.fits(ValueType.INTEGER)) {
        throw wrong(
            index,
            "has the grouped column "
                + index.index().columns().columns().get(column).path()
                + " of "
                + type.name()
                + ", which is "
                + found
                + ", expected "
                + ValueType.INTEGER);
      }
    }
  }

  /**
   * The value of an option that is a whole number.
   *
   * @return empty when the definition does not have the option
   */
  static OptionalInt number(BoundIndex index, String option, int min, int max) {
    String value = index.index().options().get(option);
    if (value == null) {
      return OptionalInt.empty();
    }
    int number = value.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(value) : -1;
    if (number < min || number > max) {
      throw wrong(
          index, "has the option " + option + " = " + value + ", expected " + min + " to " + max);
    }
    return OptionalInt.of(number);
  }

  static IllegalArgumentException wrong(BoundIndex index, String what) {
    return new IllegalArgumentException(
        IndexOptions.describe(index.index()) + " " + what + ": " + index.index().root());
  }
}
