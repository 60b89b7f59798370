package dev.tenure.record.plan.rank;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WithoutRanksTest {
  private static final QueryPredicate A = equal(field("slot"), 1);
  private static final QueryPredicate B = equal(field("team"), "b");
  private static final QueryPredicate FIRST = less(rank(field("score")), 3);

  private static void assertBounds(
      List<QueryPredicate> possible, Optional<List<QueryPredicate>> sure, QueryPredicate given) {
    assertEquals(possible, WithoutRanks.possible(List.of(given)));
    assertEquals(sure, WithoutRanks.sure(List.of(given)));
  }

  @Test
  void rankAloneDecidesEverywhere() {
    assertBounds(List.of(), Optional.empty(), FIRST);
    assertBounds(List.of(), Optional.empty(), isNull(rank(field("score"))));
    assertBounds(List.of(), Optional.empty(), not(and(A, FIRST)));
  }

  @Test
  void otherPartsOfAnAndAreNecessary() {
    assertBounds(List.of(A), Optional.empty(), and(A, FIRST));
  }

  @Test
  void otherBranchesOfAnOrAreSufficient() {
    assertBounds(List.of(), Optional.of(List.of(A)), or(A, FIRST));
  }

  @Test
  void partsInsideOfBranchesCount() {
    assertBounds(List.of(or(A, B)), Optional.of(List.of(A)), or(A, and(B, FIRST)));
    assertBounds(
        List.of(and(B, or(A, B))), Optional.of(List.of(and(B, A))), and(B, or(A, and(B, FIRST))));
  }

  @Test
  void allConditionsMustBeSure() {
    assertEquals(List.of(B), WithoutRanks.possible(List.of(B, FIRST)));
    assertEquals(Optional.empty(), WithoutRanks.sure(List.of(B, FIRST)));
    assertEquals(Optional.of(List.of(B, A)), WithoutRanks.sure(List.of(B, or(A, FIRST))));
  }
}
