package dev.tenure.queue.zone;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.Truth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** A condition on items that is tested on their entries in the vesting index alone. */
final class EntryCondition {
  private static final Map<KeyExpression, Function<IndexedItem, Object>> COLUMNS = columns();

  private EntryCondition() {}

  private static Map<KeyExpression, Function<IndexedItem, Object>> columns() {
    Map<KeyExpression, Function<IndexedItem, Object>> columns = new LinkedHashMap<>();
    columns.put(field("id"), IndexedItem::id);
    columns.put(field("type"), IndexedItem::type);
    columns.put(field("schema_version"), item -> (long) item.schemaVersion());
    columns.put(field("priority"), item -> (long) item.priority());
    columns.put(field("vesting_millis"), item -> item.vesting().toEpochMilli());
    columns.put(field("body_size"), item -> (long) item.bodySize());
    return columns;
  }

  /**
   * Whether an item meets the condition; every item does when there is none.
   *
   * @throws IllegalArgumentException naming a column that the entries do not have, a parameter, or
   *     types that cannot be compared
   */
  static Predicate<IndexedItem> of(Optional<QueryPredicate> condition) {
    if (condition.isEmpty()) {
      return item -> true;
    }
    require(condition.get());
    BoundPredicate bound = BoundPredicate.bind(condition.get(), QueueItem.getDescriptor(), 0);
    return item ->
        bound.test(column -> List.of(read(column.expression(), item)), Bindings.none())
            == Truth.TRUE;
  }

  private static Tuple read(KeyExpression column, IndexedItem item) {
    return Tuple.from(Objects.requireNonNull(COLUMNS.get(column), "column").apply(item));
  }

  private static void require(QueryPredicate condition) {
    condition.parts().forEach(EntryCondition::require);
    if (condition instanceof QueryPredicate.Comparison comparison) {
      require(comparison.column());
      if (comparison.operand() instanceof Operand.Column other) {
        require(other.column());
      } else if (!(comparison.operand() instanceof Operand.Value)) {
        throw withParameter(condition);
      }
    } else if (condition instanceof QueryPredicate.NullCheck check) {
      require(check.column());
    } else if (condition instanceof QueryPredicate.In in) {
      require(in.column());
    } else if (condition instanceof QueryPredicate.InParameter) {
      throw withParameter(condition);
    }
  }

  private static void require(KeyExpression column) {
    if (!COLUMNS.containsKey(column)) {
      throw new IllegalArgumentException(
          "condition on "
              + column
              + ", which is not in the index that orders items; it has "
              + COLUMNS.keySet());
    }
  }

  private static IllegalArgumentException withParameter(QueryPredicate condition) {
    return new IllegalArgumentException(
        "condition " + condition + " has a parameter, and no values are given here");
  }
}
