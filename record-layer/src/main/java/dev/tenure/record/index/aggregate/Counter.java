package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import java.util.List;

/** The quantities that are added up for each group. */
enum Counter {
  /** Records: each once in a group. */
  COUNT(Index.COUNT),
  /** Saves, those that change nothing too; deletes take nothing back. */
  UPDATES(Index.COUNT_UPDATES),
  /** Rows without a null among the grouped columns. */
  NOT_NULL(Index.COUNT_NOT_NULL),
  /** The grouped column. */
  SUM(Index.SUM);

  private final String typeName;

  Counter(String typeName) {
    this.typeName = typeName;
  }

  String typeName() {
    return typeName;
  }

  /** Whether what a record has added is taken back when it changes or goes. */
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
