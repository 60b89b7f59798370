package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.ConditionScan;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the searches of an index, other than ranges, that return all records of a set. */
final class Searches {
  private final BoundIndex index;
  private final RecordSet set;
  private final BoundMetaData metaData;
  private final List<QueryPredicate> sparse;

  private Searches(BoundIndex index, RecordSet set, BoundMetaData metaData) {
    this.index = index;
    this.set = set;
    this.metaData = metaData;
    this.sparse = IndexShape.sparse(index);
  }

  static List<PathMatch> of(BoundIndex index, RecordSet set, BoundMetaData metaData) {
    List<IndexCandidate> candidates =
        index.maintainer().candidates().stream()
            .filter(each -> !each.scan().equals(IndexScan.BY_VALUE))
            .filter(each -> each.aggregate().isEmpty() && each.distinct())
            .toList();
    if (candidates.isEmpty() || !index.typeNames().containsAll(set.types())) {
      return List.of();
    }
    Searches searches = new Searches(index, set, metaData);
    return AccessPaths.isImplied(searches.sparse, set)
        ? candidates.stream().flatMap(each -> searches.by(each).stream()).toList()
        : List.of();
  }

  private Optional<PathMatch> by(IndexCandidate candidate) {
    List<KeyColumn> columns = candidate.columns().subList(0, candidate.equalities());
    Equalities equal =
        Equalities.of(
            columns, ColumnTypes.of(index, columns.size()), set.conjuncts(), set, metaData);
    Optional<ConditionScan> found =
        equal.bounds().equalities().size() < columns.size()
            ? Optional.empty()
            : index.maintainer().scanFor(candidate, set.without(equal.used()));
    return found.map(search -> match(candidate, equal, search));
  }

  private PathMatch match(IndexCandidate candidate, Equalities equal, ConditionScan search) {
    List<QueryPredicate> used = new ArrayList<>(equal.used());
    used.addAll(search.conditions());
    List<QueryPredicate> conditions = new ArrayList<>(used);
    conditions.addAll(sparse);
    used.addAll(set.conjuncts().stream().filter(sparse::contains).toList());
    AccessPath path =
        new AccessPath(
            Optional.of(index),
            Optional.empty(),
            new TreeSet<>(index.typeNames()),
            equal.bounds(),
            slots(candidate),
            Optional.of(layout(candidate)),
            true,
            Optional.of(search));
    return new PathMatch(path, conditions, used);
  }

  /**
   * The slots of a search. Behind the equal columns, a search that has no order, or only one
   * direction, has no slots.
   */
  private List<Slot> slots(IndexCandidate candidate) {
    if (candidate.ordered() && candidate.reversible()) {
      List<KeyColumn> all = candidate.columns();
      return IndexShape.slots(index, all, ColumnTypes.of(index, all.size()));
    }
    List<KeyColumn> equal = candidate.columns().subList(0, candidate.equalities());
    List<Slot> slots = IndexShape.slots(index, equal, ColumnTypes.of(index, equal.size()));
    slots.add(candidate.equalities(), new Slot(Optional.empty(), false, -1));
    return slots;
  }

  private EntryLayout layout(IndexCandidate candidate) {
    List<KeyColumn> primaryKey =
        index.onlyType().map(type -> type.primaryKey().columns()).orElseGet(List::of);
    return new EntryLayout(candidate.covered(), primaryKey);
  }
}
