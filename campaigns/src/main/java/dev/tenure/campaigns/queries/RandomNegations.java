package dev.tenure.campaigns.queries;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws conditions that negate something about elements: some element is not a value, no element
 * is, not all elements are.
 */
final class RandomNegations {
  private final RandomGenerator random;
  private final QueryColumns columns;
  private final RandomConditions conditions;

  RandomNegations(RandomGenerator random, QueryColumns columns, RandomConditions conditions) {
    this.random = random;
    this.columns = columns;
    this.conditions = conditions;
  }

  /** A condition on tasks. */
  QueryPredicate condition() {
    QueryPredicate one = ofElements();
    return switch (random.nextInt(8)) {
      case 0 -> Predicates.and(one, ofElements());
      case 1 -> Predicates.or(one, ofElements());
      case 2 -> Predicates.not(Predicates.and(one, ofElements()));
      case 3 -> Predicates.and(one, conditions.condition(1, false, true));
      case 4 -> Predicates.or(one, Predicates.not(conditions.condition(1, false, true)));
      default -> one;
    };
  }

  private QueryPredicate ofElements() {
    return switch (random.nextInt(7)) {
      case 0, 1 -> compared(QueryColumns.TAG, QueryColumns.TAG);
      case 2 -> {
        KeyExpression column =
            List.of(QueryColumns.SKU, QueryColumns.QUANTITY, QueryColumns.MARK)
                .get(random.nextInt(3));
        yield compared(QueryColumns.line(column), column);
      }
      case 3 -> quantified(QueryColumns.TAG, perhapsNot(ofValue(Predicates.element())));
      default -> quantified(QueryColumns.LINE, ofLine());
    };
  }

  private QueryPredicate ofLine() {
    QueryPredicate one = perhapsNot(ofPartOfLine());
    return switch (random.nextInt(4)) {
      case 0 -> Predicates.and(one, ofPartOfLine());
      case 1 -> Predicates.or(one, ofPartOfLine());
      case 2 -> Predicates.not(Predicates.and(one, ofPartOfLine()));
      default -> one;
    };
  }

  private QueryPredicate ofPartOfLine() {
    return switch (random.nextInt(5)) {
      case 0 -> quantified(QueryColumns.MARK, perhapsNot(ofValue(Predicates.element())));
      case 1 -> compared(QueryColumns.MARK, QueryColumns.MARK);
      case 2, 3 -> ofValue(QueryColumns.SKU);
      default -> ofValue(QueryColumns.QUANTITY);
    };
  }

  private QueryPredicate quantified(KeyExpression repeated, QueryPredicate inside) {
    return perhapsNot(
        random.nextBoolean()
            ? Predicates.anyOf(repeated, inside)
            : Predicates.allOf(repeated, inside));
  }

  private QueryPredicate perhapsNot(QueryPredicate condition) {
    return random.nextInt(3) > 0 ? condition : Predicates.not(condition);
  }

  /**
   * A negated comparison of a repeated column.
   *
   * @param valued a column that has the values
   */
  private QueryPredicate compared(KeyExpression repeated, KeyExpression valued) {
    return switch (random.nextInt(4)) {
      case 0 -> Predicates.not(Predicates.notEqual(repeated, columns.value(valued)));
      case 1 ->
          Predicates.not(Predicates.in(repeated, columns.value(valued), columns.value(valued)));
      case 2 -> Predicates.notEqual(repeated, columns.value(valued));
      default ->
          Predicates.not(
              Predicates.compare(repeated, conditions.operator(), columns.value(valued)));
    };
  }

  private QueryPredicate ofValue(KeyExpression column) {
    return switch (random.nextInt(5)) {
      case 0 -> Predicates.in(column, columns.value(column), columns.value(column));
      case 1 -> Predicates.compare(column, conditions.operator(), columns.value(column));
      case 2 -> random.nextBoolean() ? Predicates.isNull(column) : Predicates.notNull(column);
      default -> Predicates.notEqual(column, columns.value(column));
    };
  }
}
