package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.allOf;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.Predicates.startsWith;
import static dev.tenure.record.query.aggregate.Aggregate.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.test.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditions that no record satisfies are planned as nothing, which reads nothing. */
final class ContradictionPlansTest {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final Index BY_TEAM = Index.value("i", TEAM);

  private static List<QueryPredicate> contradictions() {
    return List.of(
        and(equal(SLOT, 1), equal(SLOT, 2)),
        and(greater(SLOT, 5), less(SLOT, 3)),
        and(greaterOrEqual(SLOT, 5), less(SLOT, 5)),
        and(equal(SLOT, 5), notEqual(SLOT, 5)),
        and(in(SLOT, 1, 2), in(SLOT, 3, 4)),
        and(in(SLOT, 1, 2), greater(SLOT, 2)),
        and(equal(SLOT, 1), isNull(SLOT)),
        and(notNull(SLOT), isNull(SLOT)),
        and(startsWith(TEXT, "ab"), equal(TEXT, "b")),
        and(startsWith(TEXT, "ab"), startsWith(TEXT, "b")),
        and(startsWith(TEXT, "ab"), less(TEXT, "ab")),
        and(startsWith(TEXT, "ab"), lessOrEqual(TEXT, "aa")),
        and(startsWith(TEXT, "ab"), greater(TEXT, "b")),
        in(SLOT),
        less(SLOT, SLOT),
        notEqual(SLOT, SLOT),
        and(or(equal(SLOT, 1), equal(SLOT, 2)), equal(SLOT, 3)),
        or(and(equal(SLOT, 1), equal(SLOT, 2)), less(SLOT, SLOT)),
        not(or(notEqual(SLOT, 1), notEqual(SLOT, 2))),
        and(equal(TEAM, "a"), greater(SLOT, 5), less(SLOT, 3)));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void nothingIsPlannedForAContradiction(QueryPredicate condition) {
    try (PlanFixture fixture = new PlanFixture(BY_TEAM)) {
      fixture.join(fixture.store.save(Subject.newBuilder().setId(1).setTeam("a").build()));
      RecordQuery query = ALL.where(condition).orderBy(ascending(SCORE));
      KeyExpression column = condition.toString().contains("text") ? TEXT : SLOT;
      assertEquals(
          "nothing, since no record satisfies the conditions on " + column + "\n",
          fixture.text(query));
      assertEquals(List.of(), fixture.join(fixture.store.query(query).asList()));
    }
  }

  /** The element of the tag must be two values, and there must be one. */
  @Test
  void nothingIsPlannedForAllElementsThatCannotBe() {
    QueryPredicate never = allOf(TAG, and(equal(element(), "a"), equal(element(), "b")));
    try (PlanFixture fixture = new PlanFixture(BY_TEAM)) {
      assertEquals(
          "nothing, since no record satisfies the conditions on " + TAG + "\n",
          fixture.text(ALL.where(and(equal(TAG, "c"), never))));
      fixture.join(fixture.store.save(Subject.newBuilder().setId(1).build()));
      assertEquals(1, fixture.join(fixture.store.query(ALL.where(never)).asList()).size());
    }
  }

  private static List<QueryPredicate> satisfiable() {
    return List.of(
        and(equal(TAG, "a"), equal(TAG, "b")),
        and(greaterOrEqual(SLOT, 5), lessOrEqual(SLOT, 5)),
        and(in(SLOT, 5, 6), in(SLOT, 4, 5)),
        and(startsWith(TEXT, "ab"), equal(TEXT, "abc")),
        and(startsWith(TEXT, "ab"), startsWith(TEXT, "abc")),
        and(startsWith(TEXT, "ab"), greaterOrEqual(TEXT, "abc"), lessOrEqual(TEXT, "abc")),
        and(startsWith(TEXT, "ab"), greater(TEXT, "ab"), less(TEXT, "b")),
        and(notNull(SLOT), equal(SLOT, 5)),
        lessOrEqual(SLOT, SLOT),
        not(in(TEAM)));
  }

  @ParameterizedTest
  @MethodSource("satisfiable")
  void recordThatSatisfiesConditionsIsFound(QueryPredicate condition) {
    try (PlanFixture fixture = new PlanFixture(BY_TEAM)) {
      Subject subject =
          Subject.newBuilder()
              .setId(1)
              .setTeam("a")
              .setSlot(5)
              .setText("abc")
              .addTag("a")
              .addTag("b")
              .build();
      fixture.join(fixture.store.save(subject));
      assertEquals(1, fixture.join(fixture.store.query(ALL.where(condition)).asList()).size());
    }
  }

  @Test
  void branchThatIsNeverTrueIsDropped() {
    try (PlanFixture fixture = new PlanFixture()) {
      QueryPredicate never = and(equal(SLOT, 1), equal(SLOT, 2));
      assertEquals(
          "scan records Subject [= parameter(#0)]\n",
          fixture.text(ALL.where(or(never, equal(ID, 7)))));
    }
  }

  @Test
  void ranksBeginAtZero() {
    KeyExpression byRank = rank(TEAM, SCORE);
    try (PlanFixture fixture = new PlanFixture(Index.rank("i", grouping(concat(TEAM, SCORE), 1)))) {
      assertEquals(
          "nothing, since no record satisfies the conditions on " + byRank + "\n",
          fixture.text(ALL.where(and(equal(TEAM, "a"), less(byRank, 0)))));
    }
  }

  @Test
  void plansOfOtherValuesAreNotShared() {
    try (PlanFixture fixture = new PlanFixture(BY_TEAM)) {
      String never = fixture.text(ALL.where(and(equal(TEAM, "a"), equal(TEAM, "b"))));
      String once = fixture.text(ALL.where(and(equal(TEAM, "a"), equal(TEAM, "a"))));
      assertFalse(never.equals(once), never);
    }
  }

  @Test
  void groupsOfNoRecordsAreCounted() {
    try (PlanFixture fixture = new PlanFixture(BY_TEAM)) {
      AggregateQuery none =
          AggregateQuery.of("Subject")
              .where(and(equal(TEAM, "a"), equal(TEAM, "b")))
              .select(count());
      List<QueryRow> rows = fixture.join(fixture.store.query(none).asList());
      assertEquals(0L, rows.get(0).values().getLong(0));
      assertEquals(1, rows.size());
    }
  }

  @Test
  void listWithoutValuesOfAParameterGivesNoRows() {
    for (Index[] indexes : List.of(new Index[] {}, new Index[] {BY_TEAM})) {
      try (PlanFixture fixture = new PlanFixture(indexes)) {
        fixture.join(fixture.store.save(Subject.newBuilder().setId(1).setTeam("a").build()));
        for (QueryPredicate beside : List.of(greater(ID, 0), greater(ID, 5))) {
          QueryPredicate list = in(TEAM, parameter("teams"));
          for (QueryPredicate condition : List.of(and(list, beside), or(list, less(ID, 0)))) {
            RecordQuery query = ALL.where(condition);
            QueryPlan plan = fixture.plan(query);
            assertEquals(0, rows(fixture, plan, Bindings.of("teams", List.of())));
            assertEquals(
                condition.equals(and(list, greater(ID, 5))) ? 0 : 1,
                rows(fixture, plan, Bindings.of("teams", List.of("a"))));
          }
        }
      }
    }
  }

  private static int rows(PlanFixture fixture, QueryPlan plan, Bindings values) {
    return fixture
        .join(
            fixture
                .store
                .queries()
                .run(plan, values, Continuation.START, ScanOptions.defaults())
                .asList())
        .size();
  }

  @Test
  void parametersBesideAContradictionAreStillChecked() {
    try (PlanFixture fixture = new PlanFixture()) {
      QueryPlan plan =
          fixture.plan(
              ALL.where(and(equal(SLOT, 1), equal(SLOT, 2), equal(TEAM, parameter("team")))));
      assertThrows(IllegalArgumentException.class, () -> rows(fixture, plan, Bindings.none()));
      assertEquals(0, rows(fixture, plan, Bindings.of("team", "a")));
    }
  }

  @Test
  void contradictionOnOneElementIsFound() {
    try (PlanFixture fixture = new PlanFixture()) {
      KeyExpression element = dev.tenure.record.query.Predicates.element();
      assertEquals(
          "nothing, since no record satisfies the conditions on field(tag, FAN_OUT)\n",
          fixture.text(ALL.where(anyOf(TAG, and(equal(element, "a"), equal(element, "b"))))));
    }
  }
}
