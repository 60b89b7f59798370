package dev.tenure.record.plan.aggregate;

import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.Row;
import java.util.List;
import java.util.Objects;

/**
 * A plan whose rows are folded into groups. It returns them in the order of groups.
 *
 * @param source the plan; its rows are records, or groups of an index with a number each
 * @param ofIndex whether the rows are groups of an index
 * @param tellsRecords whether each row tells how many records it stands for, so that the part
 *     determines which groups exist
 * @param reverse whether the index is read in reverse
 * @param roles for each aggregate, what a row adds to it
 */
record Part(
    PlanNode source, boolean ofIndex, boolean tellsRecords, boolean reverse, List<Role> roles) {
  Part {
    roles = List.copyOf(roles);
  }

  /** The part of a row that is added to an aggregate. */
  enum Role {
    NOTHING,
    /** The value of the column, once for each record that the row stands for. */
    COLUMN,
    /** The number of the row, which is added to a sum. */
    SUM,
    /** The number of the row, which is added to a count of values. */
    NUMBER
  }

  /**
   * The number of a row: the number of records that it stands for, or the sum that an index holds.
   */
  long numberOf(Row row) {
    return ofIndex ? Objects.requireNonNull(row.entry(), "entry").value().getLong(0) : 1;
  }

  /**
   * The key by which rows of a group are distinguished: the key of the index entry, in the order of
   * the scan.
   */
  byte[] keyOf(Row row) {
    IndexEntry entry = row.entry();
    byte[] key = (entry == null ? row.primaryKey() : entry.key()).pack();
    if (reverse) {
      key = KeyOrder.DESCENDING_NULLS_LAST.encode(key);
    }
    return key;
  }
}
