package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.ConditionScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A way to read records: a range of an index, or a range of the records of an extent. Immutable.
 *
 * @param index empty for the records themselves
 * @param extent a type of the extent, when the records themselves are read
 * @param types the names of the types whose records the path returns
 * @param bounds the bounds of the key's first columns
 * @param slots all columns of the key, in order
 * @param layout the columns that index entries have; empty when whole records are read
 * @param distinct whether the path returns no record twice
 * @param search the search of an index that is not a range, such as a text search; empty for a
 *     range
 */
public record AccessPath(
    Optional<BoundIndex> index,
    Optional<BoundType> extent,
    Set<String> types,
    KeyBounds bounds,
    List<Slot> slots,
    Optional<EntryLayout> layout,
    boolean distinct,
    Optional<ConditionScan> search) {
  public AccessPath {
    types = Collections.unmodifiableSet(new TreeSet<>(types));
    slots = List.copyOf(slots);
  }

  /** Creates a path that reads a range. */
  public AccessPath(
      Optional<BoundIndex> index,
      Optional<BoundType> extent,
      Set<String> types,
      KeyBounds bounds,
      List<Slot> slots,
      Optional<EntryLayout> layout,
      boolean distinct) {
    this(index, extent, types, bounds, slots, layout, distinct, Optional.empty());
  }

  /**
   * A column of the key.
   *
   * @param column the column; empty for an element that only the key has, such as the extent
   * @param ofPrimaryKey whether the slot is a part of the record's primary key
   * @param keyColumn the place of the column in the primary key; -1 for any other column
   */
  public record Slot(Optional<KeyColumn> column, boolean ofPrimaryKey, int keyColumn) {
    /** A slot for a column of an index. */
    static Slot of(KeyColumn column, int keyColumn) {
      return new Slot(Optional.of(column), keyColumn >= 0, keyColumn);
    }
  }

  /** The direction of a scan. */
  public enum Direction {
    FORWARD(""),
    REVERSE(" reverse");

    private final String suffix;

    Direction(String suffix) {
      this.suffix = suffix;
    }

    /** The end of a scan's text. */
    public String suffix() {
      return suffix;
    }
  }

  /** Whether a column has one value in all entries of the range. */
  private boolean isConstant(int slot) {
    return slot < bounds.equalities().size();
  }

  /** The direction in which a scan returns rows in an order; empty when neither direction does. */
  public Optional<Direction> directionFor(OrderSpec order) {
    if (gives(order, false)) {
      return Optional.of(Direction.FORWARD);
    }
    return gives(order, true) ? Optional.of(Direction.REVERSE) : Optional.empty();
  }

  /**
   * The orders of all rows of the path that are a wanted order for those rows in which some columns
   * have one value each. Example: the order {@code a, b, c} is {@code a, c} for rows with one
   * {@code b}.
   *
   * @param constants the columns with one value
   */
  public List<OrderSpec> ordersFor(OrderSpec order, List<KeyExpression> constants) {
    return Stream.of(false, true)
        .flatMap(reverse -> orderFor(order, constants, reverse).stream())
        .filter(found -> !found.equals(order))
        .distinct()
        .toList();
  }

  /**
   * The columns by which a scan orders its rows: from the first one to the last one that conditions
   * can name. A search has no order.
   *
   * @param named columns with the names that conditions give them
   */
  public List<OrderColumn> order(List<KeyExpression> named, Direction direction) {
    boolean reverse = direction == Direction.REVERSE;
    List<OrderColumn> order = new ArrayList<>();
    for (int i = bounds.equalities().size(); search.isEmpty() && i < slots.size(); i++) {
      int place = i;
      Slot slot = slots.get(place);
      Optional<OrderColumn> column =
          among(slot, named, reverse)
              .or(() -> name(place).flatMap(each -> among(slot, List.of(each), reverse)));
      if (column.isEmpty()) {
        break;
      }
      order.add(column.get());
    }
    return order;
  }

  /** Whether only the extent and the primary key of records come behind some slots of the order. */
  public boolean isByExtentBehind(int ordered) {
    int behind = bounds.equalities().size() + ordered;
    return index.isPresent() && behind == slots.size() - 1 && slots.get(behind).ofPrimaryKey();
  }

  /** The column of a slot, without a function that orders it and without a rule for nulls. */
  private Optional<KeyExpression> name(int place) {
    Slot slot = slots.get(place);
    if (slot.column().filter(each -> !each.fansOut()).isEmpty()) {
      return Optional.empty();
    }
    Optional<KeyExpression> held =
        slot.ofPrimaryKey()
            ? extent
                .or(() -> index.flatMap(BoundIndex::onlyType))
                .map(type -> type.primaryKey().expression())
                .flatMap(key -> key.subKey(slot.keyColumn(), slot.keyColumn() + 1))
            : index.flatMap(each -> each.index().columns().subKey(place, place + 1));
    return held.map(each -> KeyOrder.of(each).isPresent() ? each.parts().get(0) : each)
        .map(each -> each instanceof KeyExpression.Field field ? Keys.field(field.name()) : each);
  }

  private Optional<OrderSpec> orderFor(
      OrderSpec order, List<KeyExpression> constants, boolean reverse) {
    List<OrderColumn> found = new ArrayList<>();
    Set<Integer> used = new TreeSet<>();
    int next = bounds.equalities().size();
    for (OrderColumn column : order.columns()) {
      if (constants.contains(column.column())
          || isConstant(column.column())
          || isAmong(column.column(), used)) {
        continue;
      }
      while (next < slots.size() && !gives(slots.get(next), column, reverse)) {
        Optional<OrderColumn> between = among(slots.get(next), constants, reverse);
        if (between.isEmpty()) {
          return Optional.empty();
        }
        found.add(between.get());
        used.add(next++);
      }
      if (next == slots.size()) {
        return Optional.empty();
      }
      found.add(column);
      used.add(next++);
    }
    return Optional.of(OrderSpec.by(found).then(order.key()));
  }

  /** The column among some that a slot holds, with its order. */
  private static Optional<OrderColumn> among(
      Slot slot, List<KeyExpression> columns, boolean reverse) {
    return columns.stream()
        .flatMap(
            each ->
                slot.column().flatMap(held -> part(held, each)).map(KeyPart::keyOrder).stream()
                    .map(held -> new OrderColumn(each, reverse ? held.reversed() : held)))
        .findFirst();
  }

  private boolean gives(OrderSpec order, boolean reverse) {
    int next = 0;
    Set<Integer> used = new TreeSet<>();
    for (OrderColumn column : order.columns()) {
      if (isConstant(column.column()) || isAmong(column.column(), used)) {
        continue;
      }
      while (next < slots.size() && isConstant(next)) {
        next++;
      }
      if (next == slots.size() || !gives(slots.get(next), column, reverse)) {
        return false;
      }
      used.add(next++);
    }
    return order.key() == OrderSpec.Key.ANY || endsWithKey(next, order.key(), reverse);
  }

  private boolean isConstant(KeyExpression column) {
    for (int i = 0; i < bounds.equalities().size(); i++) {
      if (!column.fansOut() && holds(slots.get(i), column)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAmong(KeyExpression column, Set<Integer> used) {
    return used.stream().anyMatch(slot -> holds(slots.get(slot), column));
  }

  private static boolean holds(Slot slot, KeyExpression column) {
    return slot.column().flatMap(held -> part(held, column)).isPresent();
  }

  private static Optional<KeyPart> part(KeyColumn held, KeyExpression column) {
    return KeyPart.find(held, ValueType.ANY, column);
  }

  private static boolean gives(Slot slot, OrderColumn column, boolean reverse) {
    Optional<KeyOrder> held =
        slot.column().flatMap(each -> part(each, column.column())).map(KeyPart::keyOrder);
    return held.isPresent() && (reverse ? held.get().reversed() : held.get()) == column.order();
  }

  /** Whether the remaining slots are the primary key, in its order. */
  private boolean endsWithKey(int from, OrderSpec.Key key, boolean reverse) {
    if (reverse != (key == OrderSpec.Key.DESCENDING)) {
      return false;
    }
    int last = -1;
    for (int i = from; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      if (isConstant(i)) {
        continue;
      }
      if (!slot.ofPrimaryKey() || slot.keyColumn() < last) {
        return false;
      }
      last = slot.keyColumn();
    }
    return true;
  }

  /** The name of what is read, for the text of a plan. */
  public String name() {
    return index
        .map(each -> "index " + each.name())
        .orElseGet(() -> "records " + String.join("|", new TreeSet<>(types)));
  }

  @Override
  public String toString() {
    return name()
        + (bounds.isEmpty() ? "" : " " + bounds)
        + search
            .map(
                each ->
                    each.conditions().stream()
                        .map(QueryPredicate::toString)
                        .collect(Collectors.joining(" and ", " for ", "")))
            .orElse("");
  }
}
