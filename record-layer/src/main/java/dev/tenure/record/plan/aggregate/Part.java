package dev.tenure.record.plan.aggregate;

import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.Row;
import java.util.List;
import java.util.Objects;

/**
 * A plan that gives something of each group, in the order of groups.
 *
 * @param source its rows are records, or groups of an index with a number each
 * @param ofIndex whether rows are groups of an index
 * @param tellsRecords whether the rows say which groups there are: as many records as each is for
 * @param reverse whether an index is read in reverse
 * @param roles what rows add to each aggregate
 */
record Part(
    PlanNode source, boolean ofIndex, boolean tellsRecords, boolean reverse, List<Role> roles) {
  Part {
    roles = List.copyOf(roles);
  }

  /** What a row adds to an aggregate. */
  enum Role {
    NOTHING,
    /** What its column holds, in as many records as the row is for. */
    COLUMN,
    /** Its number, to the sum. */
    SUM,
    /** Its number, to the number of values. */
    NUMBER
  }

  /** The number of a row: how many records it is for, or what an index has added up. */
  long numberOf(Row row) {
    return ofIndex ? Objects.requireNonNull(row.entry(), "entry").value().getLong(0) : 1;
  }

  /** What rows of a group are told apart by: the key of the entry, in the order of the scan. */
  byte[] keyOf(Row row) {
    IndexEntry entry = row.entry();
    byte[] key = (entry == null ? row.primaryKey() : entry.key()).pack();
    if (reverse) {
      key = KeyOrder.DESCENDING_NULLS_LAST.encode(key);
    }
    return key;
  }
}
