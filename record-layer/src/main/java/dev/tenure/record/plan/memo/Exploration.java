package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.PathMatch;
import java.util.List;

/** The memo, as exploration rules see it. */
public interface Exploration {

  /** The group of a set of records: the same one for equal sets. */
  Group group(RecordSet set);

  /** Adds an expression to a group, unless it has it. */
  void add(Group group, LogicalExpression expression);

  /** All access paths that have the records of a group: they are looked for once. */
  List<PathMatch> paths(Group group);

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
