package dev.tenure.record.query;

import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyExpressionCodec;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredPredicate;
import dev.tenure.record.proto.StoredPredicate.Parts;
import java.util.List;

/**
 * Reads the condition of a stored message. A condition beyond a limit is refused by the condition's
 * own constructor, with {@link IllegalArgumentException}.
 *
 * @param place where the outermost message was read, for errors
 * @param depth the depth of the message; the outermost has depth 1
 */
record StoredPredicateReader(StoredPlace place, int depth) {

  QueryPredicate read(StoredPredicate stored) {
    if (depth > QueryPredicate.DEPTH_MAX) {
      throw place.damaged("is nested deeper than " + QueryPredicate.DEPTH_MAX);
    }
    place.requireKnown(stored);
    return switch (stored.getKindCase()) {
      case AND -> new QueryPredicate.And(parts(stored.getAnd()));
      case OR -> new QueryPredicate.Or(parts(stored.getOr()));
      case NOT -> new QueryPredicate.Not(inside(stored.getNot()));
      case COMPARISON -> comparison(stored.getComparison());
      case IN -> in(stored.getIn());
      case KIND_NOT_SET -> throw place.damaged("holds a message without a kind");
    };
  }

  private QueryPredicate inside(StoredPredicate stored) {
    return new StoredPredicateReader(place, depth + 1).read(stored);
  }

  private List<QueryPredicate> parts(Parts stored) {
    place.requireKnown(stored);
    requireAtMost(stored.getPartsCount(), QueryPredicate.PARTS_MAX, "parts");
    return stored.getPartsList().stream().map(this::inside).toList();
  }

  private QueryPredicate comparison(StoredPredicate.Comparison stored) {
    place.requireKnown(stored);
    KeyExpression column = column(stored.hasColumn(), stored.getColumn());
    return switch (stored.getOperator()) {
      case IS_NULL -> nullCheck(stored, column, true);
      case NOT_NULL -> nullCheck(stored, column, false);
      case EQUAL -> compared(stored, column, QueryPredicate.Operator.EQUAL);
      case NOT_EQUAL -> compared(stored, column, QueryPredicate.Operator.NOT_EQUAL);
      case LESS -> compared(stored, column, QueryPredicate.Operator.LESS);
      case LESS_OR_EQUAL -> compared(stored, column, QueryPredicate.Operator.LESS_OR_EQUAL);
      case GREATER -> compared(stored, column, QueryPredicate.Operator.GREATER);
      case GREATER_OR_EQUAL -> compared(stored, column, QueryPredicate.Operator.GREATER_OR_EQUAL);
      case STARTS_WITH -> compared(stored, column, QueryPredicate.Operator.STARTS_WITH);
      case HAS_SUBSTRING -> compared(stored, column, QueryPredicate.Operator.HAS_SUBSTRING);
      case OPERATOR_UNKNOWN -> throw place.damaged("holds a comparison without an operator");
      case UNRECOGNIZED -> throw place.unknown("has an operator that is not known");
    };
  }

  private QueryPredicate nullCheck(
      StoredPredicate.Comparison stored, KeyExpression column, boolean wantsNull) {
    if (stored.hasOperand()) {
      throw place.damaged("tests for null, but has a value");
    }
    return new QueryPredicate.NullCheck(column, wantsNull);
  }

  private QueryPredicate compared(
      StoredPredicate.Comparison stored, KeyExpression column, QueryPredicate.Operator operator) {
    if (!stored.hasOperand()) {
      throw place.damaged("holds a comparison without a value");
    }
    return new QueryPredicate.Comparison(
        column,
        operator,
        new Operand.Value(PredicateCodec.literal(stored.getOperand(), place.where())));
  }

  private QueryPredicate in(StoredPredicate.In stored) {
    place.requireKnown(stored);
    requireAtMost(stored.getValuesCount(), QueryPredicate.VALUES_MAX, "values");
    return new QueryPredicate.In(
        column(stored.hasColumn(), stored.getColumn()),
        stored.getValuesList().stream()
            .map(value -> PredicateCodec.literal(value, place.where()))
            .toList());
  }

  private KeyExpression column(boolean isSet, StoredKeyExpression stored) {
    if (!isSet) {
      throw place.damaged("holds a comparison without a column");
    }
    return KeyExpressionCodec.fromMessage(stored, place.where());
  }

  private void requireAtMost(int count, int limit, String what) {
    if (count > limit) {
      throw place.damaged("has " + count + " " + what + ", the limit is " + limit);
    }
  }
}
