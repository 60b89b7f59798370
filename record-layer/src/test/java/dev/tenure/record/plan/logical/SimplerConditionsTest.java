package dev.tenure.record.plan.logical;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left of conditions that say something twice. */
final class SimplerConditionsTest {
  private static final KeyExpression A = field("a");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final QueryPredicate A1 = equal(A, 1);
  private static final QueryPredicate B2 = equal(field("b"), 2);
  private static final QueryPredicate C3 = less(field("c"), 3);
  private static final QueryPredicate D4 = greater(field("d"), 4);

  private static List<QueryPredicate> left(QueryPredicate condition) {
    return Contradictions.without(Conjuncts.of(condition), each -> true);
  }

  private static List<Arguments> branches() {
    return List.of(
        Arguments.of(or(and(A1, C3), and(D4, A1)), List.of(A1, or(C3, D4))),
        Arguments.of(
            or(and(A1, B2), and(A1, equal(field("b"), 5))), List.of(A1, in(field("b"), 2, 5))),
        Arguments.of(or(A1, and(A1, B2)), List.of(A1)),
        Arguments.of(or(and(B2, A1), and(A1, B2)), List.of(B2, A1)),
        Arguments.of(or(and(A1, B2, C3), D4, and(B2, A1)), List.of(or(D4, and(B2, A1)))),
        Arguments.of(or(and(A1, or(B2, C3)), and(A1, or(C3, D4))), List.of(A1, or(B2, C3, D4))),
        Arguments.of(or(and(A1, or(and(B2, C3), and(C3, D4))), and(A1, C3)), List.of(A1, C3)),
        Arguments.of(
            not(and(or(notEqual(A, 1), not(C3)), or(notEqual(A, 1), not(D4)))),
            List.of(A1, or(C3, D4))),
        Arguments.of(or(and(A1, B2), and(C3, D4)), List.of(or(and(A1, B2), and(C3, D4)))));
  }

  @ParameterizedTest
  @MethodSource("branches")
  void conditionsOfAllBranchesStandInFrontOfTheOr(
      QueryPredicate condition, List<QueryPredicate> expected) {
    assertEquals(expected, left(condition));
  }

  private static List<Arguments> bounds() {
    return List.of(
        Arguments.of(and(greater(A, 5), greater(A, 7)), List.of(greater(A, 7))),
        Arguments.of(and(greater(A, 7), greater(A, 5)), List.of(greater(A, 7))),
        Arguments.of(and(greater(A, 5), greaterOrEqual(A, 5)), List.of(greater(A, 5))),
        Arguments.of(
            and(less(A, 9), greater(A, 2), lessOrEqual(A, 8)),
            List.of(greater(A, 2), lessOrEqual(A, 8))),
        Arguments.of(and(in(A, 1, 2, 3), greater(A, 1)), List.of(in(A, 2, 3))),
        Arguments.of(and(in(A, 1, 2, 3), in(A, 3, 4), notNull(A)), List.of(equal(A, 3))),
        Arguments.of(and(B2, notEqual(A, 2), A1), List.of(B2, A1)),
        Arguments.of(or(and(greater(A, 5), greater(A, 7)), B2), List.of(or(B2, greater(A, 7)))));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void theTightestBoundsOfAColumnAreLeft(QueryPredicate condition, List<QueryPredicate> expected) {
    assertEquals(expected, left(condition));
  }

  @Test
  void whatOtherValuesOrElementsDecideStays() {
    for (QueryPredicate condition :
        List.of(
            and(greater(A, 5), greater(A, parameter("p"))),
            and(greater(TAG, "a"), greater(TAG, "b")),
            and(in(TAG, "a", "b"), in(TAG, "b", "c")),
            and(notEqual(A, 5), notEqual(A, 6)),
            and(A1, notEqual(A, 2.5)))) {
      assertEquals(condition.parts(), left(condition), condition.toString());
    }
  }
}
