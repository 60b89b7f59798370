package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.VersionKnown;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The common properties of all ranges of an index that is ordered by its columns, for the record
 * types of a query. Immutable.
 *
 * @param held the record types that the index has
 * @param sparse the conditions of the index
 * @param columns of the key
 * @param fanOuts the elements to which each column belongs
 * @param slots the columns, then those of the primary key
 * @param types of the slots
 */
record IndexShape(
    Set<String> held,
    List<QueryPredicate> sparse,
    List<KeyColumn> columns,
    List<List<Integer>> fanOuts,
    List<Slot> slots,
    List<ValueType> types,
    EntryLayout layout) {

  /** The shape of an index; empty when it has no ranges of its columns, or lacks a type. */
  static Optional<IndexShape> of(
      BoundIndex index, List<String> recordTypes, BoundMetaData metaData) {
    Optional<IndexCandidate> candidate =
        index.maintainer().candidates().stream()
            .filter(each -> each.scan().equals(IndexScan.BY_VALUE))
            .filter(each -> each.aggregate().isEmpty() && each.ordered() && each.reversible())
            .findFirst();
    Set<String> held = new TreeSet<>(index.typeNames());
    List<KeyColumn> columns = index.index().columns().columns();
    if (candidate.isEmpty()
        || !candidate.get().columns().equals(columns)
        || !held.containsAll(recordTypes)) {
      return Optional.empty();
    }
    List<ValueType> types = new ArrayList<>(ColumnTypes.of(index, recordTypes, metaData));
    List<Slot> slots = slots(index, columns, types);
    slots.subList(columns.size(), slots.size()).forEach(slot -> types.add(typeOf(slot, index)));
    return Optional.of(
        new IndexShape(
            held,
            sparse(index),
            columns,
            FanOuts.of(index.index().root()),
            slots,
            types,
            new EntryLayout(index)));
  }

  /** The conditions that are true of all records of an index. */
  static List<QueryPredicate> sparse(BoundIndex index) {
    List<QueryPredicate> sparse =
        new ArrayList<>(index.index().predicate().map(Conjuncts::of).orElse(List.of()));
    if (index.index().root().needsVersion()) {
      sparse.add(VersionKnown.CONDITION);
    }
    return sparse;
  }

  /** Whether a range that some equalities begin has each record once. */
  boolean isDistinct(int equalities) {
    return columns.stream().skip(equalities).noneMatch(KeyColumn::fansOut);
  }

  /** The type of a slot behind the index's columns. */
  private static ValueType typeOf(Slot slot, BoundIndex index) {
    return index
        .onlyType()
        .map(type -> type.primaryKey().types().get(slot.keyColumn()))
        .orElse(ValueType.ANY);
  }

  /** The slots of the columns. A column that may hold values of any type gives no order. */
  static List<Slot> slots(BoundIndex index, List<KeyColumn> columns, List<ValueType> types) {
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
}
