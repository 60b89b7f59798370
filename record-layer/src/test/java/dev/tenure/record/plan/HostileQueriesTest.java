package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queries that are made to be hard: each is planned, or refused, by a bounded number of tasks. */
final class HostileQueriesTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final Index[] INDEXES = {
    Index.value("i1", TEAM),
    Index.value("i2", SLOT),
    Index.value("i3", concat(SCORE, TEAM)),
    Index.value("i4", concat(TEXT, SLOT)),
    Index.value("i5", TAG),
    Index.value("i6", concat(SLOT, SCORE)),
    Index.value("i7", SCORE).where(greater(SLOT, 3))
  };

  /** How often any rule may be asked. */
  private static final int TASKS_MAX = 1_000_000;

  private static QueryPredicate[] each(int count, IntFunction<QueryPredicate> one) {
    return IntStream.range(0, count).mapToObj(one).toArray(QueryPredicate[]::new);
  }

  private static Object[] numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::valueOf).toArray();
  }

  private static QueryPredicate branch(int number, int conditions) {
    QueryPredicate[] all = each(conditions, i -> notEqual(SCORE, 1_000 * number + i));
    all[0] = equal(SLOT, number);
    all[1] = equal(TEAM, "t" + number);
    all[2] = equal(TEXT, "x" + number);
    return and(all);
  }

  /** Plans a query, or refuses it; the plan, or the error, has a text in it. */
  private static void assertPlanned(String text, RecordQuery query) {
    WatchedRules watched = new WatchedRules("");
    String plan = plan(query, PlanFixture.OPTIONS.withRules(watched.rules()));
    assertTrue(plan.contains(text), plan.substring(0, Math.min(500, plan.length())));
    assertTrue(watched.asked() < TASKS_MAX, () -> watched.asked() + " tasks");
  }

  private static String plan(RecordQuery query, PlannerOptions options) {
    try (PlanFixture fixture = new PlanFixture(INDEXES)) {
      return fixture.store.queries().plan(query, options).toString();
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.QUERY_TOO_COMPLEX, e.code());
      return e.code() + ": " + e.getMessage();
    }
  }

  private static void assertPlanned(String text, QueryPredicate condition) {
    assertPlanned(text, ALL.where(condition));
  }

  @Test
  void branchesOfManyConditions() {
    assertPlanned("scan index", or(each(50, i -> branch(i, 18))));
    assertThrows(IllegalArgumentException.class, () -> or(each(50, i -> branch(i, 20))));
    assertPlanned("scan index", or(each(190, i -> branch(i, 4))));
  }

  /** Too many to be split one inside the other: one is, and the others are tested. */
  @Test
  void manyConditionsOfBranches() {
    assertPlanned("filter", and(each(2, k -> or(each(50, i -> branch(100 * k + i, 4))))));
    assertPlanned("filter", and(each(3, k -> or(each(50, i -> branch(100 * k + i, 4))))));
    assertPlanned(
        "filter", and(each(19, k -> or(each(17, i -> and(equal(SLOT, k + i), equal(SCORE, i)))))));
    assertPlanned("filter", and(each(40, k -> or(equal(SCORE, k), equal(TEAM, "t" + k)))));
  }

  @Test
  void listsOfAThousandValues() {
    assertPlanned(
        "for each",
        and(in(SLOT, numbers(1_000)), in(SCORE, numbers(1_000)), in(TAG, "a", "b", "c")));
    assertPlanned("scan index", ALL.where(in(SLOT, numbers(1_000))).orderBy(ascending(SCORE)));
    for (int lists : new int[] {8, 9, 100}) {
      assertPlanned("for each", and(each(lists, i -> in(SLOT, parameter("p" + i)))));
    }
  }

  /** What comes to too many sets of records all the same is refused. */
  @Test
  void listsOfOneElement() {
    assertPlanned("QUERY_TOO_COMPLEX", anyOf(TAG, and(each(12, i -> in(element(), "a", "b" + i)))));
  }

  @Test
  void deepConditions() {
    QueryPredicate deep = equal(SLOT, 1);
    for (int i = 0; i < 15; i++) {
      deep =
          switch (i % 3) {
            case 0 -> not(deep);
            case 1 -> or(deep, equal(SCORE, i));
            default -> and(deep, equal(TEAM, "t" + i));
          };
    }
    assertPlanned("scan index", deep);
    QueryPredicate tags = equal(element(), "a");
    for (int i = 0; i < 7; i++) {
      tags = and(or(tags, equal(element(), "b" + i)), greater(element(), "A" + i));
    }
    assertPlanned("scan index", anyOf(TAG, tags));
  }

  @Test
  void conditionsOfOneColumn() {
    assertPlanned("scan records", and(each(999, i -> notEqual(SLOT, i))));
    assertPlanned("scan index", and(each(999, i -> greater(SLOT, i))));
    assertPlanned("nothing", and(each(998, i -> i % 2 == 0 ? greater(SLOT, i) : less(SLOT, i))));
    assertPlanned(
        "nothing", and(in(SLOT, numbers(1_000)), in(SLOT, 1_000), in(SLOT, numbers(1_000))));
    assertPlanned("intersection", and(each(400, i -> equal(TAG, "t" + i))));
    assertPlanned("scan records", or(each(999, i -> equal(SLOT, i))));
    assertPlanned("scan records", or(each(150, i -> greater(i % 2 == 0 ? SLOT : SCORE, i))));
  }
}
