package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.ConditionScan;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.logical.VersionKnown;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the access paths to a set of records. */
public final class AccessPaths {
  private AccessPaths() {}

  /** All paths that return the records of a set. */
  public static List<PathMatch> all(
      RecordSet set, List<BoundIndex> indexes, BoundMetaData metaData) {
    List<PathMatch> matches = new ArrayList<>();
    for (BoundIndex index : indexes) {
      addMatches(index, set, metaData, matches);
      matches.addAll(bySearches(index, set, metaData));
    }
    List<Integer> extents =
        set.types().stream().map(type -> metaData.type(type).extent()).distinct().toList();
    if (extents.size() == 1) {
      List<BoundType> extent =
          metaData.types().stream().filter(type -> type.extent() == extents.get(0)).toList();
      matches.add(byRecords(extent, set, metaData));
    }
    return matches;
  }

  /**
   * Adds the paths by one index. A column that fans out can be bounded by one condition only. An
   * index on such a column has one path for each condition, and two of the paths may be
   * intersected.
   */
  private static void addMatches(
      BoundIndex index, RecordSet set, BoundMetaData metaData, List<PathMatch> matches) {
    RecordSet rest = set;
    Optional<PathMatch> match = byIndex(index, rest, metaData);
    while (match.isPresent()) {
      matches.add(match.get());
      List<QueryPredicate> fanned =
          match.get().used().stream().filter(AccessPaths::fansOut).toList();
      RecordSet left = rest.of(rest.without(fanned));
      if (left.equals(rest)) {
        return;
      }
      rest = left;
      match = byIndex(index, rest, metaData);
    }
  }

  private static boolean fansOut(QueryPredicate condition) {
    return PredicateColumns.of(condition).stream().anyMatch(KeyExpression::fansOut);
  }

  /**
   * The range of an index that has all records of a set; empty when the index may lack some of
   * them.
   */
  public static Optional<PathMatch> byIndex(
      BoundIndex index, RecordSet set, BoundMetaData metaData) {
    return byIndex(index, set, metaData, 0, index.columnCount());
  }

  /**
   * As {@link #byIndex(BoundIndex, RecordSet, BoundMetaData)}, with bounds for only some of the
   * columns.
   *
   * @param from the first column that may have bounds. The bounds of the path begin with this
   *     column
   * @param to the column behind the last one that may have bounds. When it is behind all columns,
   *     those of the primary key may have bounds too
   */
  public static Optional<PathMatch> byIndex(
      BoundIndex index, RecordSet set, BoundMetaData metaData, int from, int to) {
    Set<String> held = new TreeSet<>(index.typeNames());
    Optional<IndexCandidate> candidate =
        index.maintainer().candidates().stream()
            .filter(each -> each.scan().equals(IndexScan.BY_VALUE))
            .filter(each -> each.aggregate().isEmpty() && each.ordered() && each.reversible())
            .findFirst();
    if (candidate.isEmpty() || !held.containsAll(set.types())) {
      return Optional.empty();
    }
    List<QueryPredicate> sparse = sparse(index);
    if (!isImplied(sparse, set)) {
      return Optional.empty();
    }
    List<KeyColumn> columns = candidate.get().columns();
    if (!columns.equals(index.index().columns().columns())) {
      return Optional.empty();
    }
    List<List<Integer>> fanOuts = FanOuts.of(index.index().root());
    List<ValueType> types = types(index, set, columns, metaData);
    List<Slot> slots = slots(index, columns, types);
    slots.subList(columns.size(), slots.size()).forEach(slot -> types.add(typeOf(slot, index)));
    KeyMatcher matcher =
        new KeyMatcher(
            set.conjuncts(),
            fanOuts.subList(from, columns.size()),
            column -> typeOf(column, set, metaData));
    int end = to == columns.size() ? slots.size() : to;
    matcher.match(slots.subList(from, end), types.subList(from, end));
    // a record without elements has no entry: a condition must say that there is one
    if (!fanOuts.stream().allMatch(matcher::hasElement)) {
      return Optional.empty();
    }
    ElementTerms.Said said = matcher.said();
    List<QueryPredicate> conditions = new ArrayList<>(said.whole());
    conditions.addAll(said.parts());
    Implication bounded = new Implication(said.whole());
    sparse.stream()
        .filter(each -> !each.equals(VersionKnown.CONDITION) || !bounded.implies(each))
        .forEach(conditions::add);
    List<QueryPredicate> used = new ArrayList<>(said.whole());
    used.addAll(set.conjuncts().stream().filter(sparse::contains).toList());
    AccessPath path =
        new AccessPath(
            Optional.of(index),
            Optional.empty(),
            held,
            matcher.bounds(),
            slots,
            Optional.of(new EntryLayout(index)),
            isDistinct(columns, matcher.bounds().equalities().size()));
    return Optional.of(new PathMatch(path, conditions, used));
  }

  private static List<QueryPredicate> sparse(BoundIndex index) {
    List<QueryPredicate> sparse =
        new ArrayList<>(index.index().predicate().map(Conjuncts::of).orElse(List.of()));
    if (index.index().root().needsVersion()) {
      sparse.add(VersionKnown.CONDITION);
    }
    return sparse;
  }

  private static boolean isImplied(List<QueryPredicate> sparse, RecordSet set) {
    Implication facts = new Implication(set.conjuncts());
    return sparse.stream().allMatch(facts::implies);
  }

  /** The searches of an index, other than ranges, that return all records of a set. */
  public static List<PathMatch> bySearches(
      BoundIndex index, RecordSet set, BoundMetaData metaData) {
    List<QueryPredicate> sparse = sparse(index);
    if (!index.typeNames().containsAll(set.types()) || !isImplied(sparse, set)) {
      return List.of();
    }
    return index.maintainer().candidates().stream()
        .filter(each -> !each.scan().equals(IndexScan.BY_VALUE))
        .filter(each -> each.aggregate().isEmpty() && each.distinct())
        .flatMap(each -> bySearch(index, each, sparse, set, metaData).stream())
        .toList();
  }

  private static Optional<PathMatch> bySearch(
      BoundIndex index,
      IndexCandidate candidate,
      List<QueryPredicate> sparse,
      RecordSet set,
      BoundMetaData metaData) {
    List<KeyColumn> columns = candidate.columns().subList(0, candidate.equalities());
    Equalities equal =
        equalities(columns, types(index, columns.size()), set.conjuncts(), set, metaData);
    Optional<ConditionScan> found =
        equal.bounds().equalities().size() < columns.size()
            ? Optional.empty()
            : index.maintainer().scanFor(candidate, set.without(equal.used()));
    return found.map(
        search -> {
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
                  slots(index, candidate),
                  Optional.of(layout(index, candidate)),
                  true,
                  found);
          return new PathMatch(path, conditions, used);
        });
  }

  /**
   * The slots of a search. Behind the equal columns, a search that has no order, or only one
   * direction, has no slots.
   */
  private static List<Slot> slots(BoundIndex index, IndexCandidate candidate) {
    if (candidate.ordered() && candidate.reversible()) {
      return slots(index, candidate.columns(), types(index, candidate.columns().size()));
    }
    List<KeyColumn> equal = candidate.columns().subList(0, candidate.equalities());
    List<Slot> slots = new ArrayList<>(slots(index, equal, types(index, equal.size())));
    slots.add(candidate.equalities(), new Slot(Optional.empty(), false, -1));
    return slots;
  }

  /**
   * The bounds of the first columns by equalities, up to the first column that none fixes.
   *
   * @param types the types of the columns
   * @param conditions the conditions, the preferred ones first
   */
  public static Equalities equalities(
      List<KeyColumn> columns,
      List<ValueType> types,
      List<QueryPredicate> conditions,
      RecordSet set,
      BoundMetaData metaData) {
    KeyMatcher matcher =
        new KeyMatcher(conditions, List.of(), column -> typeOf(column, set, metaData));
    matcher.matchEqualities(columns, types);
    return new Equalities(matcher.bounds(), matcher.said().whole());
  }

  /** Bounds, with the conditions from which they were made. */
  public record Equalities(KeyBounds bounds, List<QueryPredicate> used) {
    public Equalities {
      used = List.copyOf(used);
    }
  }

  private static EntryLayout layout(BoundIndex index, IndexCandidate candidate) {
    List<KeyColumn> primaryKey =
        index.onlyType().map(type -> type.primaryKey().columns()).orElseGet(List::of);
    return new EntryLayout(candidate.covered(), primaryKey);
  }

  /** The type of a column in all record types of a set; {@link ValueType#ANY} where it differs. */
  static ValueType typeOf(KeyExpression column, RecordSet set, BoundMetaData metaData) {
    return alike(set.types().stream().map(type -> metaData.evaluator(column, type).types().get(0)));
  }

  /** The type that all values of a stream are; {@link ValueType#ANY} where they differ. */
  private static ValueType alike(Stream<ValueType> types) {
    return types.reduce((one, other) -> one == other ? one : ValueType.ANY).orElse(ValueType.ANY);
  }

  /** The types of the first columns in all record types of the index. */
  public static List<ValueType> types(BoundIndex index, int columns) {
    List<List<ValueType>> byType =
        index.types().stream().map(type -> index.columnTypes(type)).toList();
    return IntStream.range(0, columns)
        .mapToObj(column -> alike(byType.stream().map(types -> types.get(column))))
        .toList();
  }

  /**
   * The types of columns in all record types of a set; {@link ValueType#ANY} where a type differs.
   * A number that is a float in one record type and a double in another has two places in the
   * index.
   */
  private static List<ValueType> types(
      BoundIndex index, RecordSet set, List<KeyColumn> columns, BoundMetaData metaData) {
    List<List<ValueType>> byType =
        set.types().stream().map(type -> index.columnTypes(metaData.type(type))).toList();
    return IntStream.range(0, columns.size())
        .mapToObj(
            column -> {
              boolean isMixed =
                  index
                      .index()
                      .columns()
                      .subKey(column, column + 1)
                      .filter(held -> isMixedInOrder(held, set, metaData))
                      .isPresent();
              return isMixed
                  ? ValueType.ANY
                  : alike(byType.stream().map(types -> types.get(column)));
            })
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The type of a slot behind the index's columns. */
  private static ValueType typeOf(Slot slot, BoundIndex index) {
    return index
        .onlyType()
        .map(type -> type.primaryKey().types().get(slot.keyColumn()))
        .orElse(ValueType.ANY);
  }

  /** Whether a column is encoded as bytes that mix values of several types. */
  private static boolean isMixedInOrder(
      KeyExpression column, RecordSet set, BoundMetaData metaData) {
    return column instanceof KeyExpression.Function function
        && Arrays.stream(KeyOrder.values())
            .anyMatch(order -> order.functionName().equals(function.name()))
        && typeOf(function.arguments(), set, metaData) == ValueType.ANY;
  }

  private static boolean isDistinct(List<KeyColumn> columns, int equalities) {
    return columns.stream().skip(equalities).noneMatch(KeyColumn::fansOut);
  }

  /** The slots of the columns. A column that may hold values of any type gives no order. */
  private static List<Slot> slots(
      BoundIndex index, List<KeyColumn> columns, List<ValueType> types) {
    List<Slot> slots = new ArrayList<>();
    Optional<BoundType> only = index.onlyType();
    if (only.isEmpty()) {
      for (int i = 0; i < columns.size(); i++) {
        boolean isMixed = types.get(i) == ValueType.ANY;
        slots.add(isMixed ? new Slot(Optional.empty(), false, -1) : Slot.of(columns.get(i), -1));
      }
      slots.add(new Slot(Optional.empty(), true, 0));
      return slots;
    }
    List<KeyColumn> primaryKey = only.get().primaryKey().columns();
    Set<Integer> held = new HashSet<>();
    for (KeyColumn column : columns) {
      int place = placeOf(column, primaryKey);
      slots.add(Slot.of(column, place));
      held.add(place);
    }
    for (int i = 0; i < primaryKey.size(); i++) {
      if (!held.contains(i)) {
        slots.add(Slot.of(primaryKey.get(i), i));
      }
    }
    return slots;
  }

  private static int placeOf(KeyColumn column, List<KeyColumn> primaryKey) {
    for (int i = 0; i < primaryKey.size(); i++) {
      if (primaryKey.get(i).holdsSameAs(column)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The range of an extent's records that has all those of a set. Keys are bounded where all types
   * of the extent have the same columns in them.
   *
   * @param extent all record types of one extent
   */
  public static PathMatch byRecords(List<BoundType> extent, RecordSet set, BoundMetaData metaData) {
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
            column -> typeOf(column, set, metaData));
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
