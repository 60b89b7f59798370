package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.logical.VersionKnown;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the access paths to sets of records, for one query. Used by one thread. */
public final class AccessPaths {
  private final BoundMetaData metaData;
  private final Map<ShapeKey, Optional<IndexShape>> shapes = new HashMap<>();

  /** An index and the record types that are asked for; indexes are compared by identity. */
  private record ShapeKey(BoundIndex index, List<String> types) {}

  public AccessPaths(BoundMetaData metaData) {
    this.metaData = metaData;
  }

  /** All paths that return the records of a set. */
  public List<PathMatch> all(RecordSet set, List<BoundIndex> indexes) {
    List<PathMatch> matches = new ArrayList<>();
    for (BoundIndex index : indexes) {
      addMatches(index, set, matches);
      matches.addAll(Searches.of(index, set, metaData));
    }
    List<Integer> extents =
        set.types().stream().map(type -> metaData.type(type).extent()).distinct().toList();
    if (extents.size() == 1) {
      List<BoundType> extent =
          metaData.types().stream().filter(type -> type.extent() == extents.get(0)).toList();
      matches.add(byRecords(extent, set));
    }
    return matches;
  }

  /**
   * Adds the paths by one index. A column that fans out can be bounded by one condition only. An
   * index on such a column has one path for each condition, and two of the paths may be
   * intersected.
   */
  private void addMatches(BoundIndex index, RecordSet set, List<PathMatch> matches) {
    RecordSet rest = set;
    Optional<PathMatch> match = byIndex(index, rest);
    while (match.isPresent()) {
      matches.add(match.get());
      List<QueryPredicate> fanned =
          match.get().used().stream().filter(AccessPaths::fansOut).toList();
      RecordSet left = fanned.isEmpty() ? rest : rest.of(rest.without(fanned));
      if (left.equals(rest)) {
        return;
      }
      rest = left;
      match = byIndex(index, rest);
    }
  }

  private static boolean fansOut(QueryPredicate condition) {
    return PredicateColumns.of(condition).stream().anyMatch(KeyExpression::fansOut);
  }

  /**
   * The range of an index that has all records of a set; empty when the index may lack some of
   * them.
   */
  public Optional<PathMatch> byIndex(BoundIndex index, RecordSet set) {
    return byIndex(index, set, 0, index.columnCount());
  }

  /**
   * As {@link #byIndex(BoundIndex, RecordSet)}, with bounds for only some of the columns.
   *
   * @param from the first column that may have bounds. The bounds of the path begin with this
   *     column
   * @param to the column behind the last one that may have bounds. When it is behind all columns,
   *     those of the primary key may have bounds too
   */
  public Optional<PathMatch> byIndex(BoundIndex index, RecordSet set, int from, int to) {
    return shapes
        .computeIfAbsent(
            new ShapeKey(index, set.types()), key -> IndexShape.of(index, set.types(), metaData))
        .filter(shape -> isImplied(shape.sparse(), set))
        .flatMap(shape -> byIndex(index, shape, set, from, to));
  }

  private Optional<PathMatch> byIndex(
      BoundIndex index, IndexShape shape, RecordSet set, int from, int to) {
    int columns = shape.columns().size();
    KeyMatcher matcher =
        new KeyMatcher(
            set.conjuncts(),
            shape.fanOuts().subList(from, columns),
            column -> ColumnTypes.of(column, set.types(), metaData));
    int end = to == columns ? shape.slots().size() : to;
    matcher.match(shape.slots().subList(from, end), shape.types().subList(from, end));
    // a record without elements has no entry: a condition must say that there is one
    if (!shape.fanOuts().stream().allMatch(matcher::hasElement)) {
      return Optional.empty();
    }
    ElementTerms.Said said = matcher.said();
    List<QueryPredicate> conditions = new ArrayList<>(said.whole());
    conditions.addAll(said.parts());
    List<QueryPredicate> used = new ArrayList<>(said.whole());
    if (!shape.sparse().isEmpty()) {
      Implication bounded = new Implication(said.whole());
      shape.sparse().stream()
          .filter(each -> !each.equals(VersionKnown.CONDITION) || !bounded.implies(each))
          .forEach(conditions::add);
      Implication told = new Implication(shape.sparse());
      used.addAll(set.conjuncts().stream().filter(told::implies).toList());
    }
    AccessPath path =
        new AccessPath(
            Optional.of(index),
            Optional.empty(),
            shape.held(),
            matcher.bounds(),
            shape.slots(),
            Optional.of(shape.layout()),
            shape.isDistinct(matcher.bounds().equalities().size()));
    return Optional.of(new PathMatch(path, conditions, used));
  }

  /** Whether all records of a set satisfy the conditions of an index. */
  static boolean isImplied(List<QueryPredicate> sparse, RecordSet set) {
    if (sparse.isEmpty()) {
      return true;
    }
    Implication facts = new Implication(set.conjuncts());
    return sparse.stream().allMatch(facts::implies);
  }

  /**
   * The range of an extent's records that has all those of a set. Keys are bounded where all types
   * of the extent have the same columns in them.
   *
   * @param extent all record types of one extent
   */
  public PathMatch byRecords(List<BoundType> extent, RecordSet set) {
    BoundType first = extent.get(0);
    List<KeyColumn> columns = first.primaryKey().columns();
    List<ValueType> types = first.primaryKey().types();
    boolean isOneKey =
        extent.stream()
            .map(BoundType::primaryKey)
            .allMatch(key -> key.columns().equals(columns) && key.types().equals(types));
    KeyMatcher matcher =
        new KeyMatcher(
            isOneKey ? set.conjuncts() : List.of(),
            List.of(),
            column -> ColumnTypes.of(column, set.types(), metaData));
    List<Slot> slots =
        IntStream.range(0, columns.size())
            .mapToObj(
                i -> isOneKey ? Slot.of(columns.get(i), i) : new Slot(Optional.empty(), true, i))
            .toList();
    matcher.match(slots, types);
    AccessPath path =
        new AccessPath(
            Optional.empty(),
            Optional.of(first),
            extent.stream().map(BoundType::name).collect(Collectors.toSet()),
            matcher.bounds(),
            slots,
            Optional.empty(),
            true);
    List<QueryPredicate> used = matcher.said().whole();
    return new PathMatch(path, used, used);
  }
}
