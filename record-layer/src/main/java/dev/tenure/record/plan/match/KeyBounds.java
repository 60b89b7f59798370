package dev.tenure.record.plan.match;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a key's columns. The first columns are bounded by equalities, and the next column
 * by an interval. Immutable.
 *
 * @param equalities the equalities of the first columns
 * @param interval the interval of the column behind them, if it has one
 */
public record KeyBounds(List<Equality> equalities, Optional<Interval> interval) {
  public KeyBounds {
    equalities = List.copyOf(equalities);
  }

  /**
   * An equality of a column.
   *
   * @param operand the value; empty for null
   */
  public record Equality(KeyPart part, Optional<Operand> operand) {
    @Override
    public String toString() {
      return operand.map(Object::toString).orElse("null");
    }
  }

  /** An end of an interval. */
  public record End(Operand operand, boolean inclusive) {}

  /**
   * The values of a column between two ends. It never contains null.
   *
   * @param startsWith whether the values are those that start with the lower end, which is present
   *     then
   */
  public record Interval(
      KeyPart part, Optional<End> lower, Optional<End> upper, boolean startsWith) {
    /**
     * The intersection of two intervals that bound different ends; empty when both bound the same
     * end.
     */
    Optional<Interval> and(Interval other) {
      boolean clash =
          startsWith
              || other.startsWith
              || (lower.isPresent() && other.lower.isPresent())
              || (upper.isPresent() && other.upper.isPresent());
      return clash
          ? Optional.empty()
          : Optional.of(
              new Interval(
                  part,
                  lower.isPresent() ? lower : other.lower,
                  upper.isPresent() ? upper : other.upper,
                  false));
    }

    @Override
    public String toString() {
      if (startsWith) {
        return lower.orElseThrow().operand() + "…";
      }
      return lower.map(end -> (end.inclusive() ? "[" : "(") + end.operand()).orElse("(null")
          + ", "
          + upper.map(end -> end.operand() + (end.inclusive() ? "]" : ")")).orElse("∞)");
    }
  }

  /** Whether there are no bounds, so that a scan reads everything. */
  public boolean isEmpty() {
    return equalities.isEmpty() && interval.isEmpty();
  }

  /** The range of keys; empty when no key can be in it. */
  public Optional<TupleRange> range(Bindings bindings) {
    List<@Nullable Object> prefix = new ArrayList<>();
    for (Equality equality : equalities) {
      Optional<ColumnValue> value = equality.operand().map(bindings::valueOf);
      Object element = value.map(ColumnValue::element).orElse(null);
      if (equality.part().type() == ValueType.FLOAT && element instanceof Double number) {
        float nearest = number.floatValue();
        if (Double.compare(nearest, number) != 0) {
          return Optional.empty();
        }
        element = nearest;
      }
      Object held = element;
      prefix.add(equality.part().order().<Object>map(order -> order.encode(held)).orElse(held));
    }
    return Optional.of(
        interval
            .map(each -> range(prefix, each, bindings))
            .orElseGet(
                () ->
                    prefix.isEmpty()
                        ? TupleRange.all()
                        : TupleRange.prefix(Tuple.fromList(prefix))));
  }

  private static TupleRange range(
      List<@Nullable Object> prefix, Interval interval, Bindings bindings) {
    Optional<Place> lower = interval.lower().map(end -> place(interval, end, true, bindings));
    if (interval.startsWith()) {
      return TupleRange.startingWith(with(prefix, lower.orElseThrow().element()));
    }
    Optional<Place> upper = interval.upper().map(end -> place(interval, end, false, bindings));
    KeyOrder order = interval.part().keyOrder();
    Optional<Place> first = order.isDescending() ? upper : lower;
    Optional<Place> last = order.isDescending() ? lower : upper;
    Place nulls =
        new Place(interval.part().order().map(each -> each.encode(null)).orElse(null), false);
    Optional<Place> begin = order.isNullsLast() ? first : first.or(() -> Optional.of(nulls));
    Optional<Place> end = order.isNullsLast() ? last.or(() -> Optional.of(nulls)) : last;
    return TupleRange.between(
        begin.map(each -> with(prefix, each.element())).orElseGet(() -> Tuple.fromList(prefix)),
        begin.map(Place::inclusive).orElse(true),
        end.map(each -> with(prefix, each.element())).orElseGet(() -> Tuple.fromList(prefix)),
        end.map(Place::inclusive).orElse(true));
  }

  /** An end of an interval, as the key holds it. */
  private record Place(@Nullable Object element, boolean inclusive) {}

  private static Place place(Interval interval, End end, boolean isLower, Bindings bindings) {
    Object element = bindings.valueOf(end.operand()).element();
    boolean inclusive = end.inclusive();
    if (interval.part().type() == ValueType.FLOAT && element instanceof Double number) {
      float nearest = number.floatValue();
      int order = Double.compare(nearest, number);
      inclusive = order == 0 ? inclusive : (order > 0) == isLower;
      element = nearest;
    }
    Object held = element;
    return new Place(
        interval.part().order().<Object>map(order -> order.encode(held)).orElse(held), inclusive);
  }

  private static Tuple with(List<@Nullable Object> prefix, @Nullable Object last) {
    List<@Nullable Object> elements = new ArrayList<>(prefix);
    elements.add(last);
    return Tuple.fromList(elements);
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(equalities.stream().map(each -> "= " + each).toList());
    interval.ifPresent(each -> parts.add("in " + each));
    return parts.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
