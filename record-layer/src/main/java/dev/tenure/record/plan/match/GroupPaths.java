package dev.tenure.record.plan.match;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.aggregate.PermutedScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds the access paths to groups of exactly the records of a set. An index can serve only if it
 * has no other record types than the set, and if its own condition is among the conditions of the
 * set.
 */
public final class GroupPaths {
  private static final List<String> FUNCTIONS =
      List.of(Index.COUNT, Index.SUM, Index.COUNT_NOT_NULL);

  private GroupPaths() {}

  /**
   * The range of an aggregate index; empty when the index has other records or is of another type.
   */
  public static Optional<GroupMatch> of(BoundIndex index, RecordSet set, BoundMetaData metaData) {
    return candidate(index, IndexScan.BY_VALUE)
        .filter(each -> each.aggregate().filter(FUNCTIONS::contains).isPresent())
        .flatMap(
            each -> {
              EntryLayout layout = new EntryLayout(each.columns(), each.columns().size());
              return match(index, each, layout, set, set.conjuncts(), metaData);
            });
  }

  /**
   * As {@link #of}, for an index that has groups in the order of an extremum. The index has no
   * group whose column is null in all records. The caller must test conditions on that column.
   *
   * @param extrema conditions on the extremum, written as conditions on its column
   */
  public static Optional<GroupMatch> ofExtrema(
      BoundIndex index, RecordSet set, List<QueryPredicate> extrema, BoundMetaData metaData) {
    List<KeyColumn> columns = index.index().columns().columns();
    int group = index.index().groupingColumns();
    return candidate(index, PermutedScan.BY_EXTREMUM)
        .filter(each -> columns.size() == group + 1)
        .flatMap(
            each -> {
              List<QueryPredicate> bounding = new ArrayList<>(extrema);
              set.conjuncts().stream()
                  .filter(one -> !isOn(columns.get(group), one))
                  .forEach(bounding::add);
              return match(index, each, new EntryLayout(columns, group), set, bounding, metaData);
            });
  }

  private static Optional<IndexCandidate> candidate(BoundIndex index, String scan) {
    return index.maintainer().candidates().stream()
        .filter(each -> each.scan().equals(scan))
        .findFirst();
  }

  /** Whether a condition is on a column of a key. */
  public static boolean isOn(KeyColumn held, QueryPredicate condition) {
    return PredicateColumns.of(condition).stream()
        .anyMatch(each -> KeyPart.find(held, ValueType.ANY, each).isPresent());
  }

  /**
   * The path by the columns of a candidate.
   *
   * @param bounding the conditions that may bound the path
   */
  private static Optional<GroupMatch> match(
      BoundIndex index,
      IndexCandidate candidate,
      EntryLayout layout,
      RecordSet set,
      List<QueryPredicate> bounding,
      BoundMetaData metaData) {
    List<QueryPredicate> sparse = index.index().predicate().map(Conjuncts::of).orElse(List.of());
    Implication facts = new Implication(set.conjuncts());
    Implication told = new Implication(sparse);
    List<KeyColumn> columns = index.index().columns().columns();
    List<KeyColumn> grouped = columns.subList(layout.keyColumns(), columns.size());
    if (!new TreeSet<>(index.typeNames()).equals(new TreeSet<>(set.types()))
        || !sparse.stream().allMatch(facts::implies)
        || grouped.size() > 1) {
      return Optional.empty();
    }
    KeyMatcher matcher =
        new KeyMatcher(
            bounding.stream().filter(GroupPaths::isOfOneValue).toList(),
            List.of(),
            each -> ColumnTypes.of(each, set.types(), metaData));
    List<ValueType> types = ColumnTypes.of(index, columns.size());
    List<Slot> slots = candidate.columns().stream().map(column -> Slot.of(column, -1)).toList();
    matcher.match(
        slots, candidate.columns().stream().map(each -> types.get(columns.indexOf(each))).toList());
    AccessPath path =
        new AccessPath(
            Optional.of(index),
            Optional.empty(),
            new TreeSet<>(set.types()),
            matcher.bounds(),
            slots,
            Optional.of(layout),
            true);
    List<QueryPredicate> rest =
        set.without(matcher.said().whole()).stream().filter(each -> !told.implies(each)).toList();
    return Optional.of(
        new GroupMatch(
            path, candidate.aggregate().orElseThrow(), grouped.stream().findFirst(), rest));
  }

  /**
   * Whether a condition is on columns that do not fan out. With a column that fans out, a record is
   * also in the groups of elements for which the condition is false.
   */
  private static boolean isOfOneValue(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return !comparison.column().fansOut();
    }
    return !(condition instanceof QueryPredicate.NullCheck check) || !check.column().fansOut();
  }
}
