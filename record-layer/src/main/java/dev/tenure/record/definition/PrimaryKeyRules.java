package dev.tenure.record.definition;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.StoredColumn;

/**
 * The rules of primary keys. They ensure that each record has a primary key when it is saved, and
 * keeps it.
 */
final class PrimaryKeyRules {
  private PrimaryKeyRules() {}

  /**
   * Checks a primary key.
   *
   * @throws IllegalArgumentException naming the record type and the columns
   */
  static void require(String type, KeyExpression columns) {
    if (columns.columns().stream().anyMatch(KeyColumn::fansOut)) {
      throw refused(type, "fans out", columns, "each record needs one key");
    }
    if (columns.needsVersion() || columns.needsIncarnation()) {
      throw refused(
          type,
          "has the version of the record among its columns",
          columns,
          "it is not known when the record is saved, and changes with each save");
    }
    if (columns.needsRank()) {
      throw refused(type, "has a rank among its columns", columns, "a rank changes");
    }
    for (StoredColumn column : StoredColumn.values()) {
      if (columns.needs(column)) {
        throw refused(
            type,
            "has what is stored beside the record among its columns",
            columns,
            "it changes with each save");
      }
    }
    if (columns.hasNullColumn()) {
      throw refused(
          type,
          "has a column that is null in every record",
          columns,
          "no record could be saved, as each column must be set");
    }
    if (columns instanceof KeyExpression.Grouping
        || columns instanceof KeyExpression.KeyWithValue) {
      throw refused(type, "is cut into two parts", columns, "all columns tell records apart");
    }
  }

  private static IllegalArgumentException refused(
      String type, String what, KeyExpression columns, String why) {
    return new IllegalArgumentException(
        "primary key of " + type + " " + what + ": " + columns + ", " + why);
  }
}
