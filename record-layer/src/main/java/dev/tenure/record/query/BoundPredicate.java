package dev.tenure.record.query;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.text.Tokenizers;
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
    return bind(predicate, type, typeKey, functions, Tokenizers.builtIn());
  }

  /**
   * As {@link #bind(QueryPredicate, Descriptor, long, KeyFunctions)}.
   *
   * @param tokenizers what conditions on texts may name
   */
  public static BoundPredicate bind(
      QueryPredicate predicate,
      Descriptor type,
      long typeKey,
      KeyFunctions functions,
      Tokenizers tokenizers) {
    Binder binder = new Binder(type, typeKey, functions, tokenizers);
    return new BoundPredicate(predicate, binder.node(predicate));
  }

  public QueryPredicate predicate() {
    return predicate;
  }

  /**
   * Evaluates the condition on a record. It must not have parameters.
   *
   * @throws IllegalArgumentException when the message is of another type
   * @throws dev.tenure.record.error.RecordLayerException KEY_NOT_COMPUTABLE, when a column of the
   *     record cannot be evaluated
   */
  public Truth test(Message message) {
    return test(column -> column.evaluate(message), Bindings.none());
  }

  /** As {@link #test(Message)}, of a record whose columns are read by another. */
  public Truth test(ColumnReader record, Bindings bindings) {
    return node.test(record, bindings);
  }

  /** Whether the condition is true of a record, and not merely unknown. */
  public boolean holds(Message message) {
    return test(message) == Truth.TRUE;
  }

  /**
   * Refuses values of parameters that the columns cannot be compared with.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  public void require(Bindings bindings) {
    node.require(bindings);
  }

  /** Binds the parts of a condition. */
  private record Binder(
      Descriptor type, long typeKey, KeyFunctions functions, Tokenizers tokenizers) {

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
            column,
            new ListNode.Constants(
                in.values().stream().map(value -> value(column, value)).toList()));
      }
      if (predicate instanceof QueryPredicate.InParameter in) {
        return new PredicateNode.OneOf(
            column(in.column()), new ListNode.Parameter(in.parameter().name()));
      }
      if (predicate instanceof QueryPredicate.TextMatch match) {
        return TextNode.of(text(match.column()), match, tokenizers.require(match.tokenizer()));
      }
      QueryPredicate.Comparison comparison = (QueryPredicate.Comparison) predicate;
      KeyEvaluator column = column(comparison.column());
      return new PredicateNode.Compared(
          column, comparison.operator(), operand(column, comparison.operand()));
    }

    private List<PredicateNode> nodes(List<QueryPredicate> parts) {
      return parts.stream().map(this::node).toList();
    }

    private KeyEvaluator column(KeyExpression column) {
      return KeyEvaluator.bind(column, type, typeKey, functions);
    }

    private KeyEvaluator text(KeyExpression expression) {
      KeyEvaluator column = column(expression);
      if (!column.types().get(0).fits(ValueType.STRING)) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + expression
                + " holds "
                + column.types().get(0)
                + " and has no tokens; expected "
                + ValueType.STRING);
      }
      return column;
    }

    private OperandNode operand(KeyEvaluator column, Operand operand) {
      if (operand instanceof Operand.Parameter parameter) {
        return new OperandNode.Parameter(parameter.name());
      }
      if (operand instanceof Operand.Column other) {
        return new OperandNode.Other(other(column, other.column()));
      }
      return new OperandNode.Constant(value(column, ((Operand.Value) operand).literal()));
    }

    private KeyEvaluator other(KeyEvaluator column, KeyExpression expression) {
      KeyEvaluator other = column(expression);
      ValueType left = column.types().get(0);
      ValueType right = other.types().get(0);
      boolean areNumbers = isFraction(left) && isFraction(right);
      if (!areNumbers && !right.fits(left)) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + column.expression()
                + " holds "
                + left
                + " and cannot be compared with "
                + expression
                + ", which holds "
                + right);
      }
      return other;
    }

    private static boolean isFraction(ValueType type) {
      return type == ValueType.FLOAT || type == ValueType.DOUBLE;
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
