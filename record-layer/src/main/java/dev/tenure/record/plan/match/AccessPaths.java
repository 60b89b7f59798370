package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
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

/** The access paths to a set of records. */
public final class AccessPaths {
  private AccessPaths() {}

  /** The range of an index that has all records of a set; empty when it has not. */
  public static Optional<PathMatch> byIndex(
      BoundIndex index, RecordSet set, BoundMetaData metaData) {
    return byIndex(index, set, metaData, 0, index.columnCount());
  }

  /**
   * As {@link #byIndex(BoundIndex, RecordSet, BoundMetaData)}, with bounds for some of the columns
   * only.
   *
   * @param from the first column that takes bounds, to which those of the path belong
   * @param to the column behind the last one; behind all, those of the primary key take bounds too
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
    List<QueryPredicate> sparse =
        new ArrayList<>(index.index().predicate().map(Conjuncts::of).orElse(List.of()));
    if (index.index().root().needsVersion()) {
      sparse.add(VersionKnown.CONDITION);
    }
    Implication facts = new Implication(set.conjuncts());
    if (!sparse.stream().allMatch(facts::implies)) {
      return Optional.empty();
    }
    List<KeyColumn> columns = candidate.get().columns();
    KeyMatcher matcher = new KeyMatcher(set.conjuncts(), column -> typeOf(column, set, metaData));
    List<ValueType> types = types(index, set, columns, metaData);
    List<Slot> slots = slots(index, columns, types);
    slots.subList(columns.size(), slots.size()).forEach(slot -> types.add(typeOf(slot, index)));
    int end = to == columns.size() ? slots.size() : to;
    matcher.match(slots.subList(from, end), types.subList(from, end));
    if (!hasAllRecords(columns, matcher)) {
      return Optional.empty();
    }
    List<QueryPredicate> conditions = new ArrayList<>(matcher.used());
    Implication bounded = new Implication(matcher.used());
    sparse.stream()
        .filter(each -> !each.equals(VersionKnown.CONDITION) || !bounded.implies(each))
        .forEach(conditions::add);
    List<QueryPredicate> used = new ArrayList<>(matcher.used());
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

  /** What a column holds, of all types of a set alike. */
  private static ValueType typeOf(KeyExpression column, RecordSet set, BoundMetaData metaData) {
    return set.types().stream()
        .map(type -> metaData.evaluator(column, type).types().get(0))
        .reduce((one, other) -> one == other ? one : ValueType.ANY)
        .orElse(ValueType.ANY);
  }

  /**
   * What the columns hold, of all types of a set alike; {@link ValueType#ANY} where they do not: a
   * number that is a float in one type and a double in another lies at two places of the index.
   */
  private static List<ValueType> types(
      BoundIndex index, RecordSet set, List<KeyColumn> columns, BoundMetaData metaData) {
    List<List<ValueType>> byType =
        set.types().stream().map(type -> index.columnTypes(metaData.type(type))).toList();
    return IntStream.range(0, columns.size())
        .mapToObj(
            column -> {
              ValueType type =
                  byType.stream()
                      .map(types -> types.get(column))
                      .reduce((one, other) -> one == other ? one : ValueType.ANY)
                      .orElse(ValueType.ANY);
              boolean isMixed =
                  index
                      .index()
                      .columns()
                      .subKey(column, column + 1)
                      .filter(held -> isMixedInOrder(held, set, metaData))
                      .isPresent();
              return isMixed ? ValueType.ANY : type;
            })
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** What a slot behind the columns holds. */
  private static ValueType typeOf(Slot slot, BoundIndex index) {
    return index
        .onlyType()
        .map(type -> type.primaryKey().types().get(slot.keyColumn()))
        .orElse(ValueType.ANY);
  }

  /** Whether a column is bytes that order values of several types. */
  private static boolean isMixedInOrder(
      KeyExpression column, RecordSet set, BoundMetaData metaData) {
    return column instanceof KeyExpression.Function function
        && Arrays.stream(KeyOrder.values())
            .anyMatch(order -> order.functionName().equals(function.name()))
        && typeOf(function.arguments(), set, metaData) == ValueType.ANY;
  }

  /**
   * A record without an element in a column that fans out has no entry: the index may be read only
   * for a condition that such a record does not fulfil.
   */
  private static boolean hasAllRecords(List<KeyColumn> columns, KeyMatcher matcher) {
    return columns.stream().skip(matcher.boundColumns()).noneMatch(KeyColumn::fansOut);
  }

  private static boolean isDistinct(List<KeyColumn> columns, int equalities) {
    return columns.stream().skip(equalities).noneMatch(KeyColumn::fansOut);
  }

  /** The columns; one that may hold anything gives no order. */
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
   * The range of an extent's records that has all those of a set.
   *
   * @param extent all types of one extent
   */
  public static PathMatch byRecords(List<BoundType> extent, RecordSet set, BoundMetaData metaData) {
    BoundType first = extent.get(0);
    boolean isAlone = extent.size() == 1;
    List<KeyColumn> columns = first.primaryKey().columns();
    KeyMatcher matcher =
        new KeyMatcher(
            isAlone ? set.conjuncts() : List.of(), column -> typeOf(column, set, metaData));
    List<Slot> slots =
        IntStream.range(0, columns.size())
            .mapToObj(
                i -> isAlone ? Slot.of(columns.get(i), i) : new Slot(Optional.empty(), true, i))
            .toList();
    matcher.match(slots, first.primaryKey().types());
    AccessPath path =
        new AccessPath(
            Optional.empty(),
            Optional.of(first),
            extent.stream().map(BoundType::name).collect(Collectors.toSet()),
            matcher.bounds(),
            slots,
            Optional.empty(),
            true);
    return new PathMatch(path, matcher.used(), matcher.used());
  }
}
