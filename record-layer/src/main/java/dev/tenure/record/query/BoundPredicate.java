package dev.tenure.record.query;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.ValueType;
import java.util.List;

/**
 * A condition bound to one message type. Its fields are resolved and checked once, so evaluation
 * cannot meet an unknown name. Immutable and safe for use by many threads.
 */
public final class BoundPredicate {
  private final QueryPredicate predicate;
  private final PredicateNode node;

  private BoundPredicate(QueryPredicate predicate, PredicateNode node) {
    this.predicate = predicate;
    this.node = node;
  }

  /** As {@link #bind(QueryPredicate, Descriptor, long, KeyFunctions)}, with built-in functions. */
  public static BoundPredicate bind(QueryPredicate predicate, Descriptor type, long typeKey) {
    return bind(predicate, type, typeKey, KeyFunctions.builtIn());
  }

  /**
   * Binds a condition to a message type.
   *
   * @param typeKey what {@code recordType()} gives
   * @param functions what columns may name
   * @throws IllegalArgumentException naming the path, when a column cannot be bound, and the types,
   *     when one cannot be compared with its value
   */
  public static BoundPredicate bind(
      QueryPredicate predicate, Descriptor type, long typeKey, KeyFunctions functions) {
    return new BoundPredicate(predicate, new Binder(type, typeKey, functions).node(predicate));
  }

  public QueryPredicate predicate() {
    return predicate;
  }

  /**
   * Evaluates the condition on a record.
   *
   * @throws IllegalArgumentException when the message is of another type
   * @throws dev.tenure.record.error.RecordLayerException KEY_NOT_COMPUTABLE, when a column of the
   *     record cannot be evaluated
   */
  public Truth test(Message message) {
    return node.test(message);
  }

  /** Whether the condition is true of a record, and not merely unknown. */
  public boolean holds(Message message) {
    return node.test(message) == Truth.TRUE;
  }

  /** Binds the parts of a condition. */
  private record Binder(Descriptor type, long typeKey, KeyFunctions functions) {

    PredicateNode node(QueryPredicate predicate) {
      if (predicate instanceof QueryPredicate.And and) {
        return new PredicateNode.All(nodes(and.parts()));
      }
      if (predicate instanceof QueryPredicate.Or or) {
        return new PredicateNode.Any(nodes(or.parts()));
      }
      if (predicate instanceof QueryPredicate.Not not) {
        return new PredicateNode.Opposite(node(not.part()));
      }
      if (predicate instanceof QueryPredicate.NullCheck check) {
        return new PredicateNode.Null(column(check.column()), check.wantsNull());
      }
      if (predicate instanceof QueryPredicate.In in) {
        KeyEvaluator column = column(in.column());
        return new PredicateNode.OneOf(
            column, in.values().stream().map(value -> value(column, value)).toList());
      }
      QueryPredicate.Comparison comparison = (QueryPredicate.Comparison) predicate;
      KeyEvaluator column = column(comparison.column());
      return new PredicateNode.Compared(
          column, comparison.operator(), value(column, comparison.value()));
    }

    private List<PredicateNode> nodes(List<QueryPredicate> parts) {
      return parts.stream().map(this::node).toList();
    }

    private KeyEvaluator column(KeyExpression column) {
      return KeyEvaluator.bind(column, type, typeKey, functions);
    }

    private ColumnValue value(KeyEvaluator column, KeyExpression.Literal literal) {
      ColumnValue value = ColumnValue.of(literal);
      ValueType found = column.types().get(0);
      if (!value.comparesWith(found)) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + column.expression()
                + " holds "
                + found
                + " and cannot be compared with "
                + literal);
      }
      return value;
    }
  }
}
