package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPaths;
import dev.tenure.record.plan.match.PathMatch;
import java.util.List;

/** The view of the memo that exploration rules have. */
public interface Exploration {

  /**
   * The group of a set of records. Equal sets have the same group. A new group has a {@link
   * LogicalExpression.Selection}, and all rules are applied to it.
   *
   * @throws dev.tenure.record.error.RecordLayerException QUERY_TOO_COMPLEX
   */
  Group group(RecordSet set);

  /**
   * Adds an expression that gives exactly the records of a group. Does nothing when the group has
   * it already.
   *
   * @throws dev.tenure.record.error.RecordLayerException QUERY_TOO_COMPLEX
   */
  void add(Group group, LogicalExpression expression);

  /** All access paths that return the records of a group. They are computed once. */
  List<PathMatch> paths(Group group);

  /**
   * The finder of access paths, for ranges that {@link #paths} does not have. The set need not be
   * that of a group.
   */
  AccessPaths accessPaths();

  BoundMetaData metaData();

  /** The indexes that may be read, of any record types. */
  List<BoundIndex> indexes();

  /**
   * Refuses an expansion of a condition into more branches than the limit.
   *
   * @throws dev.tenure.record.error.RecordLayerException QUERY_TOO_COMPLEX
   */
  void requireBranches(int branches, Object condition);
}
