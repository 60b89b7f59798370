package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.RecordCursor;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/** How many rows each operator of a plan has given. Safe for use by many threads. */
public final class RowCounts {
  private final Map<PlanNode, Long> rows = Collections.synchronizedMap(new IdentityHashMap<>());

  /** The same rows, each of which is counted when it is given. */
  RecordCursor<Row> counted(PlanNode plan, RecordCursor<Row> cursor) {
    return cursor.map(
        row -> {
          rows.merge(plan, 1L, Long::sum);
          return row;
        });
  }

  /** The rows that an operator has given. */
  public long of(PlanNode plan) {
    return rows.getOrDefault(plan, 0L);
  }
}
