package dev.tenure.record.plan.bitmap;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.plan.match.Equalities;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.query.Bindings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way from a position to its record. The position is one column of the primary key, and the
 * query fixes the other columns by equality. Immutable.
 *
 * @param place the place of the position column in the primary key
 * @param others the equalities of the other columns
 */
record PositionKey(BoundType type, int place, KeyBounds others) {

  /** The position key of a set of records; empty when a position does not determine a record. */
  static Optional<PositionKey> of(
      BoundType type, KeyColumn position, RecordSet set, BoundMetaData metaData) {
    List<KeyColumn> others = new ArrayList<>(type.primaryKey().columns());
    List<ValueType> types = new ArrayList<>(type.primaryKey().types());
    for (int i = 0; i < others.size(); i++) {
      if (others.get(i).holdsSameAs(position)) {
        others.remove(i);
        types.remove(i);
        Equalities bound = Equalities.of(others, types, set.conjuncts(), set, metaData);
        boolean isWhole =
            bound.bounds().equalities().size() == others.size()
                && ComposeBitmaps.isExact(bound.bounds());
        return isWhole ? Optional.of(new PositionKey(type, i, bound.bounds())) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** The primary key of the record at a position. */
  Tuple primaryKey(long position, Bindings bindings) {
    Tuple equal =
        others
            .range(bindings)
            .flatMap(range -> Optional.ofNullable(range.low()))
            .orElseGet(Tuple::new);
    List<@Nullable Object> key = new ArrayList<>(equal.getItems());
    key.add(place, position);
    return Tuple.fromList(key);
  }

  /** The columns that are known from a position: the primary key. */
  EntryLayout layout() {
    return new EntryLayout(List.of(), type.primaryKey().columns());
  }

  /** Whether records sorted by position are in the wanted order. */
  boolean gives(OrderSpec order) {
    List<KeyColumn> columns = type.primaryKey().columns();
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (i != place) {
        slots.add(new Slot(Optional.of(columns.get(i)), true, i));
      }
    }
    slots.add(new Slot(Optional.of(columns.get(place)), true, place));
    AccessPath path =
        new AccessPath(
            Optional.empty(),
            Optional.of(type),
            Set.of(type.name()),
            others,
            slots,
            Optional.empty(),
            true);
    return path.directionFor(order).filter(AccessPath.Direction.FORWARD::equals).isPresent();
  }
}
