package dev.tenure.record.index;

import dev.tenure.record.key.KeyColumn;
import java.util.List;
import java.util.Optional;

/**
 * One way in which an index can answer queries, as the planner sees it. Columns are compared by
 * their content ({@link KeyColumn#holdsSameAs}). Immutable.
 *
 * @param scan the kind of {@link IndexScan} to use
 * @param columns the columns that bound the scan. Once a prefix of them is bound by equality, the
 *     entries are ordered by the others
 * @param equalities the number of first columns that must be bound by equality
 * @param covered the columns whose values an entry has, in addition to those of the primary key
 * @param aggregate the aggregate that an entry has of its group, such as "count"; empty when an
 *     entry belongs to one record
 * @param ordered whether the entries come in the order of the columns
 * @param reversible whether the entries also come in the reverse order
 * @param distinct whether each record comes at most once
 * @param cost the cost of the scan
 */
public record IndexCandidate(
    String scan,
    List<KeyColumn> columns,
    int equalities,
    List<KeyColumn> covered,
    Optional<String> aggregate,
    boolean ordered,
    boolean reversible,
    boolean distinct,
    Cost cost) {

  public IndexCandidate {
    columns = List.copyOf(columns);
    covered = List.copyOf(covered);
    if (equalities < 0 || equalities > columns.size()) {
      throw new IllegalArgumentException(
          "candidate " + scan + " wants " + equalities + " equalities on " + columns.size());
    }
  }

  /**
   * The cost of a scan in key reads.
   *
   * @param toStart the cost before the first entry
   * @param perEntry the cost of each entry
   */
  public record Cost(double toStart, double perEntry) {
    /** The cost of one range read: nothing before the first entry, and one key for each entry. */
    public static final Cost RANGE = new Cost(0, 1);
  }

  /** A scan of entries by their keys; each entry belongs to one record. */
  public static IndexCandidate byValue(BoundIndex index) {
    List<KeyColumn> columns = index.index().columns().columns();
    return new IndexCandidate(
        IndexScan.BY_VALUE,
        columns,
        0,
        index.index().root().columns(),
        Optional.empty(),
        true,
        true,
        columns.stream().noneMatch(KeyColumn::fansOut),
        Cost.RANGE);
  }

  /**
   * A scan of groups by their keys, each with an aggregate of its records.
   *
   * @param function the name of the aggregate
   * @param groupColumns the number of group columns, which are the first columns of the index
   */
  public static IndexCandidate byGroup(BoundIndex index, String function, int groupColumns) {
    List<KeyColumn> group = index.index().columns().columns().subList(0, groupColumns);
    return new IndexCandidate(
        IndexScan.BY_VALUE, group, 0, group, Optional.of(function), true, true, true, Cost.RANGE);
  }
}
