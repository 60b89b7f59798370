package dev.tenure.record.query;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyExpressionCodec;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredPredicate;
import dev.tenure.record.proto.StoredPredicate.Operator;
import dev.tenure.record.proto.StoredPredicate.Parts;
import java.util.List;

/**
 * Encodes conditions as protobuf messages within other messages, and decodes them. Decoding an
 * encoded condition gives an equal condition.
 */
public final class PredicateCodec {
  private PredicateCodec() {}

  /**
   * Encodes a condition as a message, to be put inside another message.
   *
   * @throws IllegalArgumentException when the condition has a parameter, compares two columns, is
   *     on elements, or searches a text
   */
  public static StoredPredicate toMessage(QueryPredicate predicate) {
    StoredPredicate.Builder stored = StoredPredicate.newBuilder();
    if (predicate instanceof QueryPredicate.And and) {
      stored.setAnd(parts(and.parts()));
    } else if (predicate instanceof QueryPredicate.Or or) {
      stored.setOr(parts(or.parts()));
    } else if (predicate instanceof QueryPredicate.Not not) {
      stored.setNot(toMessage(not.part()));
    } else if (predicate instanceof QueryPredicate.NullCheck check) {
      stored
          .getComparisonBuilder()
          .setColumn(KeyExpressionCodec.toMessage(check.column()))
          .setOperator(check.wantsNull() ? Operator.IS_NULL : Operator.NOT_NULL);
    } else if (predicate instanceof QueryPredicate.In in) {
      stored
          .getInBuilder()
          .setColumn(KeyExpressionCodec.toMessage(in.column()))
          .addAllValues(in.values().stream().map(KeyExpressionCodec::toMessage).toList());
    } else if (predicate instanceof QueryPredicate.Comparison comparison) {
      stored.setComparison(comparison(comparison));
    }
    if (predicate instanceof QueryPredicate.OfElements) {
      throw new IllegalArgumentException(
          predicate + " is a condition on elements, and cannot be stored");
    }
    if (stored.getKindCase() == StoredPredicate.KindCase.KIND_NOT_SET) {
      throw new IllegalArgumentException(
          predicate + " has a parameter or searches for tokens, and cannot be stored");
    }
    return stored.build();
  }

  private static KeyExpression.Literal value(QueryPredicate.Comparison comparison) {
    if (comparison.operand() instanceof Operand.Value value) {
      return value.literal();
    }
    throw new IllegalArgumentException(
        comparison + " compares with " + comparison.operand() + ", and cannot be stored");
  }

  private static Parts parts(List<QueryPredicate> parts) {
    return Parts.newBuilder()
        .addAllParts(parts.stream().map(PredicateCodec::toMessage).toList())
        .build();
  }

  private static StoredPredicate.Comparison comparison(QueryPredicate.Comparison comparison) {
    return StoredPredicate.Comparison.newBuilder()
        .setColumn(KeyExpressionCodec.toMessage(comparison.column()))
        .setOperator(
            switch (comparison.operator()) {
              case EQUAL -> Operator.EQUAL;
              case NOT_EQUAL -> Operator.NOT_EQUAL;
              case LESS -> Operator.LESS;
              case LESS_OR_EQUAL -> Operator.LESS_OR_EQUAL;
              case GREATER -> Operator.GREATER;
              case GREATER_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
              case STARTS_WITH -> Operator.STARTS_WITH;
              case HAS_SUBSTRING -> Operator.HAS_SUBSTRING;
            })
        .setOperand(KeyExpressionCodec.toMessage(value(comparison)))
        .build();
  }

  /**
   * Decodes the condition of a message. The message may have any content.
   *
   * @param where the place at which the message was read, for errors
   * @throws RecordLayerException DAMAGED, or FORMAT_UNKNOWN for what a later version of this
   *     library may have written
   */
  public static QueryPredicate fromMessage(StoredPredicate stored, String where) {
    StoredPlace place = place(where);
    try {
      return new StoredPredicateReader(place, 1).read(stored);
    } catch (IllegalArgumentException e) {
      throw place.damaged("cannot be: " + e.getMessage(), e);
    }
  }

  /** Decodes the literal of a message. */
  static KeyExpression.Literal literal(StoredKeyExpression stored, String where) {
    if (KeyExpressionCodec.fromMessage(stored, where) instanceof KeyExpression.Literal literal) {
      return literal;
    }
    throw place(where).damaged("compares with an expression, expected a literal");
  }

  private static StoredPlace place(String where) {
    return new StoredPlace("condition", where);
  }
}
