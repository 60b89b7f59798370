package dev.tenure.record.plan.logical;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.stream.IntStream;
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
      for (long bound = -1; bound <= 1 && wanted != Operator.STARTS_WITH; bound++) {
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
      case STARTS_WITH -> throw new IllegalArgumentException("numbers start with nothing");
    };
  }
}
