package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import java.util.List;

/** The quantities that are added up for each group. */
enum Counter {
  /** The number of records, each counted once in a group. */
  COUNT(Index.COUNT),
  /** The number of saves, including saves without a change. Deletes do not reduce it. */
  UPDATES(Index.COUNT_UPDATES),
  /** The number of rows without a null among the grouped columns. */
  NOT_NULL(Index.COUNT_NOT_NULL),
  /** The sum of the grouped column. */
  SUM(Index.SUM);

  private final String typeName;

  Counter(String typeName) {
    this.typeName = typeName;
  }

  String typeName() {
    return typeName;
  }

  /**
   * Whether the amount that a record has added is subtracted when the record changes or is deleted.
   */
  boolean isTakenBack() {
    return this != UPDATES;
  }

  void validate(BoundIndex index) {
    switch (this) {
      case COUNT, UPDATES -> GroupRules.requireNothingGrouped(index);
      case NOT_NULL -> GroupRules.requireGrouped(index);
      case SUM -> {
        GroupRules.requireOneGrouped(index);
        GroupRules.requireWholeNumber(index);
      }
    }
  }

  /** The rows of a record that are added up. */
  List<GroupColumns.Row> rows(GroupColumns columns, IndexedRecord record) {
    return switch (this) {
      case COUNT, UPDATES -> columns.rows(record);
      case NOT_NULL, SUM -> columns.rowsAsOften(record);
    };
  }

  /** The amount that a row adds. */
  long amount(GroupColumns columns, GroupColumns.Row row, IndexedRecord record) {
    return this == SUM ? columns.number(row, record) : 1;
  }
}
