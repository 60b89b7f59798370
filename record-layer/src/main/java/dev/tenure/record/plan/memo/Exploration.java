package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.logical.RecordSet;
import java.util.List;

/** The memo, as exploration rules see it. */
public interface Exploration {

  /** The group of a set of records: the same one for equal sets. */
  Group group(RecordSet set);

  /** Adds an expression to a group, unless it has it. */
  void add(Group group, LogicalExpression expression);

  BoundMetaData metaData();

  /** The indexes that may be read. */
  List<BoundIndex> indexes();

  /**
   * Refuses an expansion that grows beyond its limit.
   *
   * @throws dev.tenure.record.error.RecordLayerException QUERY_TOO_COMPLEX
   */
  void requireBranches(int branches, Object condition);
}
