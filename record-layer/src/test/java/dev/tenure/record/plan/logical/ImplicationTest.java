package dev.tenure.record.plan.logical;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A comparison implies another one exactly when every number near their values that is in it is.
 */
final class ImplicationTest {
  private static final int NEAR = 6;

  @ParameterizedTest
  @EnumSource(
      value = Operator.class,
      names = {"EQUAL", "LESS", "LESS_OR_EQUAL", "GREATER", "GREATER_OR_EQUAL"})
  void comparisonsWithValuesImplyWhatIsTrueOfAllTheirNumbers(Operator fact) {
    for (Operator wanted : Operator.values()) {
      for (long bound = -1; bound <= 1 && !wanted.isOfStrings(); bound++) {
        long other = bound;
        boolean expected =
            IntStream.rangeClosed(-NEAR, NEAR)
                .mapToObj(half -> half / 2.0)
                .filter(number -> holds(number, fact, 0))
                .allMatch(number -> holds(number, wanted, other));
        assertEquals(
            expected,
            new Implication(List.of(score(fact, 0))).implies(score(wanted, bound)),
            fact + " 0 implies " + wanted + " " + bound);
      }
    }
  }

  @Test
  void aListWithoutValuesImpliesNoConditionOfASparseIndex() {
    QueryPredicate nothing = Predicates.in(field("score"));
    Implication implication = new Implication(List.of(nothing));
    assertTrue(implication.implies(nothing));
    assertFalse(implication.implies(score(Operator.EQUAL, 1)));
    assertFalse(implication.implies(Predicates.equal(field("other"), 1)));
  }

  private static QueryPredicate score(Operator operator, long value) {
    return Predicates.compare(field("score"), operator, value);
  }

  private static boolean holds(double number, Operator operator, long value) {
    return switch (operator) {
      case EQUAL -> number == value;
      case NOT_EQUAL -> number != value;
      case LESS -> number < value;
      case LESS_OR_EQUAL -> number <= value;
      case GREATER -> number > value;
      case GREATER_OR_EQUAL -> number >= value;
      case STARTS_WITH, HAS_SUBSTRING ->
          throw new IllegalArgumentException("numbers have no prefixes and no substrings");
    };
  }
}
