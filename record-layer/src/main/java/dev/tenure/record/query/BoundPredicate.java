package dev.tenure.record.query;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

  /**
   * As {@link #bind(QueryPredicate, Descriptor, long, KeyFunctions)}, with the built-in functions
   * only.
   */
  public static BoundPredicate bind(QueryPredicate predicate, Descriptor type, long typeKey) {
    return bind(predicate, type, typeKey, KeyFunctions.builtIn());
  }

  /**
   * Binds a condition to a message type.
   *
   * @param typeKey the value of {@code recordType()} for this type
   * @param functions the functions that columns may name
   * @throws IllegalArgumentException naming the path, when the message type has no such column; or
   *     naming both types, when a column cannot be compared with its value
   */
  public static BoundPredicate bind(
      QueryPredicate predicate, Descriptor type, long typeKey, KeyFunctions functions) {
    return bind(predicate, type, typeKey, functions, Tokenizers.builtIn());
  }

  /**
   * As {@link #bind(QueryPredicate, Descriptor, long, KeyFunctions)}.
   *
   * @param tokenizers the tokenizers that conditions on texts may name
   */
  public static BoundPredicate bind(
      QueryPredicate predicate,
      Descriptor type,
      long typeKey,
      KeyFunctions functions,
      Tokenizers tokenizers) {
    Binder binder = new Binder(type, typeKey, functions, tokenizers, null);
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
    return test(new ElementsNode.MessageReader(message), Bindings.none());
  }

  /** As {@link #test(Message)}, for a record whose columns the caller's reader gives. */
  public Truth test(ColumnReader record, Bindings bindings) {
    return node.test(record, bindings);
  }

  /**
   * Whether any record can satisfy the condition with these values. Example: no float is equal to
   * the double 0.1.
   */
  public boolean mayHold(Bindings bindings) {
    return node.mayHold(bindings);
  }

  /** Whether the condition is true of a record, and not merely unknown. */
  public boolean holds(Message message) {
    return test(message) == Truth.TRUE;
  }

  /**
   * Refuses parameter values that cannot be compared with their columns.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  public void require(Bindings bindings) {
    node.require(bindings);
  }

  /**
   * Binds the parts of a condition.
   *
   * @param element in a condition on the elements of a repeated field of values: that field.
   *     Otherwise null, and columns are fields of the message
   */
  private record Binder(
      Descriptor type,
      long typeKey,
      KeyFunctions functions,
      Tokenizers tokenizers,
      KeyExpression.@Nullable Field element) {

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
                in.values().stream().map(value -> value(column, "in", value)).toList()));
      }
      if (predicate instanceof QueryPredicate.InParameter in) {
        return new PredicateNode.OneOf(
            column(in.column()), new ListNode.Parameter(in.parameter().name()));
      }
      if (predicate instanceof QueryPredicate.OfElements of) {
        return elements(of);
      }
      if (predicate instanceof QueryPredicate.TextMatch match) {
        return TextNode.of(text(match.column()), match, tokenizers.require(match.tokenizer()));
      }
      QueryPredicate.Comparison comparison = (QueryPredicate.Comparison) predicate;
      KeyEvaluator column = column(comparison.column());
      return new PredicateNode.Compared(column, comparison.operator(), operand(column, comparison));
    }

    private List<PredicateNode> nodes(List<QueryPredicate> parts) {
      return parts.stream().map(this::node).toList();
    }

    private PredicateNode elements(QueryPredicate.OfElements of) {
      List<FieldDescriptor> path = new ArrayList<>();
      Descriptor inside = type;
      KeyExpression rest = of.repeated();
      while (rest instanceof KeyExpression.Nest nest) {
        FieldDescriptor outer = inside.findFieldByName(nest.name());
        if (outer == null || outer.getJavaType() != JavaType.MESSAGE) {
          requireBound(of.repeated(), of);
        }
        path.add(Objects.requireNonNull(outer));
        inside = outer.getMessageType();
        rest = nest.child();
      }
      KeyExpression.Field last = (KeyExpression.Field) rest;
      FieldDescriptor field = inside.findFieldByName(last.name());
      boolean isMessage = field != null && field.getJavaType() == JavaType.MESSAGE;
      requireBound(
          isMessage ? Elements.column(of.repeated(), Keys.literal(true)) : of.repeated(), of);
      path.add(Objects.requireNonNull(field));
      Binder binder =
          isMessage
              ? new Binder(field.getMessageType(), typeKey, functions, tokenizers, null)
              : new Binder(inside, typeKey, functions, tokenizers, last);
      return new ElementsNode(of.quantifier(), List.copyOf(path), binder.node(of.element()));
    }

    /**
     * Refuses a column, naming its path, when a field does not exist, or when the column and the
     * field differ in whether it is repeated.
     */
    private void requireBound(KeyExpression column, QueryPredicate.OfElements of) {
      try {
        KeyEvaluator unused = KeyEvaluator.bind(column, type, typeKey, functions);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            of.quantifier() + " of " + of.repeated() + ": " + e.getMessage(), e);
      }
    }

    private KeyEvaluator column(KeyExpression column) {
      boolean isOfElement = Elements.isOfElement(column);
      if (element == null && isOfElement) {
        throw new IllegalArgumentException(
            type.getName()
                + " is a message, expected a condition on its fields instead of "
                + column);
      }
      if (element != null && !isOfElement) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + element.name()
                + " has elements that are no messages, expected a condition on element() instead of"
                + " "
                + column);
      }
      KeyExpression bound = element == null ? column : Elements.inPlaceOfElement(element, column);
      return KeyEvaluator.bind(bound, type, typeKey, functions);
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

    private OperandNode operand(KeyEvaluator column, QueryPredicate.Comparison comparison) {
      Operand operand = comparison.operand();
      if (operand instanceof Operand.Parameter parameter) {
        return new OperandNode.Parameter(parameter.name());
      }
      if (operand instanceof Operand.Column other) {
        return new OperandNode.Other(other(column, other.column()));
      }
      return new OperandNode.Constant(
          value(column, comparison.operator().toString(), ((Operand.Value) operand).literal()));
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

    private ColumnValue value(KeyEvaluator column, String operator, KeyExpression.Literal literal) {
      ColumnValue value = ColumnValue.of(literal);
      ValueType found = column.types().get(0);
      if (!value.comparesWith(found)) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + column.expression()
                + " holds "
                + found
                + " and cannot be compared by "
                + operator
                + " with "
                + literal
                + "; accepted: "
                + found.accepted());
      }
      return value;
    }
  }
}
