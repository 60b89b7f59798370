package dev.tenure.record.plan.match;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The access paths to groups of exactly the records of a set: an index of its types and no others,
 * whose own condition is a part of the set's.
 */
public final class GroupPaths {
  private static final List<String> FUNCTIONS =
      List.of(Index.COUNT, Index.SUM, Index.COUNT_NOT_NULL);

  private GroupPaths() {}

  /** The range of an index of groups; empty when it has other records, or no groups. */
  public static Optional<GroupMatch> of(BoundIndex index, RecordSet set, BoundMetaData metaData) {
    Optional<IndexCandidate> candidate =
        index.maintainer().candidates().stream()
            .filter(each -> each.scan().equals(IndexScan.BY_VALUE))
            .filter(each -> each.aggregate().filter(FUNCTIONS::contains).isPresent())
            .findFirst();
    if (candidate.isEmpty()
        || !new TreeSet<>(index.typeNames()).equals(new TreeSet<>(set.types()))) {
      return Optional.empty();
    }
    List<QueryPredicate> sparse = index.index().predicate().map(Conjuncts::of).orElse(List.of());
    Implication facts = new Implication(set.conjuncts());
    List<KeyColumn> columns = index.index().columns().columns();
    List<KeyColumn> group = candidate.get().columns();
    List<KeyColumn> grouped = columns.subList(group.size(), columns.size());
    if (!sparse.stream().allMatch(facts::implies) || grouped.size() > 1) {
      return Optional.empty();
    }
    List<QueryPredicate> single =
        set.conjuncts().stream().filter(GroupPaths::isOfOneValue).toList();
    KeyMatcher matcher =
        new KeyMatcher(single, List.of(), each -> AccessPaths.typeOf(each, set, metaData));
    List<Slot> slots = group.stream().map(column -> Slot.of(column, -1)).toList();
    matcher.match(slots, AccessPaths.types(index, group.size()));
    AccessPath path =
        new AccessPath(
            Optional.of(index),
            Optional.empty(),
            new TreeSet<>(set.types()),
            matcher.bounds(),
            slots,
            Optional.of(new EntryLayout(group)),
            true);
    List<QueryPredicate> rest =
        set.without(matcher.said().whole()).stream()
            .filter(each -> !sparse.contains(each))
            .toList();
    return Optional.of(
        new GroupMatch(
            path, candidate.get().aggregate().orElseThrow(), grouped.stream().findFirst(), rest));
  }

  /** A record is in the groups of all its elements, also of those that a condition is false of. */
  private static boolean isOfOneValue(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return !comparison.column().fansOut();
    }
    return !(condition instanceof QueryPredicate.NullCheck check) || !check.column().fansOut();
  }
}
