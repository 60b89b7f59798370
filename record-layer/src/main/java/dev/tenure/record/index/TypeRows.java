package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of an index, bound to one of its record types: they compute the rows that a record of
 * the type has in the index. Immutable.
 *
 * @param condition the condition of a sparse index; null in an index of all records
 */
record TypeRows(KeyEvaluator columns, @Nullable BoundPredicate condition) {

  static TypeRows bind(Index index, RecordType type, KeyFunctions functions) {
    String owner = "index " + index.name() + " of record type " + type.name();
    return new TypeRows(
        BoundType.bind(type, owner, index.root(), functions),
        index.predicate().map(each -> bind(each, owner, type, functions)).orElse(null));
  }

  private static BoundPredicate bind(
      QueryPredicate condition, String owner, RecordType type, KeyFunctions functions) {
    try {
      return BoundPredicate.bind(condition, type.descriptor(), type.typeKey(), functions);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(owner + ", its condition: " + e.getMessage(), e);
    }
  }

  /** The rows of a record, without duplicates. */
  List<Tuple> of(IndexedRecord record) {
    return has(record.message()) ? columns.evaluate(record.message(), record.facts()) : List.of();
  }

  /** As {@link #of(IndexedRecord)}, for a message. */
  List<Tuple> of(Message message) {
    return has(message) ? columns.evaluate(message) : List.of();
  }

  /** The rows of a record, including duplicates. */
  List<Tuple> allOf(IndexedRecord record) {
    return has(record.message())
        ? columns.evaluateAll(record.message(), record.facts())
        : List.of();
  }

  private boolean has(Message message) {
    return condition == null || condition.holds(message);
  }

  /** Whether the type's rows certainly stay the same when a message replaces another. */
  boolean givesSame(Message before, Message after) {
    return condition == null && columns.givesSame(before, after);
  }
}
