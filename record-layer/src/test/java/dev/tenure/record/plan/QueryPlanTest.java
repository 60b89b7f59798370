package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.memo.PlanningLimits;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What callers of queries meet: parameters, continuations, limits, errors, plans kept. */
final class QueryPlanTest {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression SLOT = field("slot");
  private static final RecordQuery ALL = RecordQuery.of("Subject");

  private final PlanFixture fixture =
      new PlanFixture(Index.value("by-team", concat(TEAM, SCORE)), Index.value("by-slot", SLOT));

  @BeforeEach
  void saveSubjects() {
    for (long id = 0; id < 30; id++) {
      fixture.join(
          fixture.store.save(
              Subject.newBuilder()
                  .setId(id)
                  .setTeam(id % 2 == 0 ? "even" : "odd")
                  .setScore(id / 3)
                  .setSlot(id % 10)
                  .build()));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<Long> ids(RecordQuery query, Bindings bindings) {
    QueryPlan plan = fixture.plan(query);
    return fixture
        .join(
            fixture
                .store
                .queries()
                .records(plan, bindings, Continuation.START, ScanOptions.defaults())
                .asList())
        .stream()
        .map(StoredRecord::primaryKey)
        .map(key -> key.getLong(0))
        .toList();
  }

  private static void assertRefused(Code code, String message, Executable call) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, call);
    assertEquals(code, refused.code());
    assertTrue(refused.toString().contains(message), refused.toString());
  }

  private static void assertWrong(String message, Executable call) {
    IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, call);
    assertTrue(wrong.toString().contains(message), wrong.toString());
  }

  @Test
  void aPlanRunsWithOtherValues() {
    RecordQuery query =
        ALL.where(and(equal(TEAM, parameter("team")), less(SCORE, parameter("score"))));
    assertEquals(List.of(0L, 2L), ids(query, Bindings.of("team", "even").with("score", 1)));
    assertEquals(List.of(1L, 3L, 5L), ids(query, Bindings.of("team", "odd").with("score", 2)));
    RecordQuery list = ALL.where(in(SLOT, parameter("slots")));
    assertEquals(
        List.of(3L, 13L, 23L, 7L, 17L, 27L), ids(list, Bindings.of("slots", List.of(7, 3, 7))));
  }

  @Test
  void valuesOfParametersAreChecked() {
    RecordQuery query = ALL.where(equal(TEAM, parameter("team")));
    assertWrong("parameter team has no value", () -> ids(query, Bindings.none()));
    assertWrong(
        "parameter team is a list of 2", () -> ids(query, Bindings.of("team", List.of("a", "b"))));
    assertWrong("parameter team is a list of 0", () -> ids(query, Bindings.of("team", List.of())));
    assertWrong(
        "parameter team is (7), of INTEGER, but field(team) holds STRING; accepted: a string",
        () -> ids(query, Bindings.of("team", 7)));
  }

  @Test
  void columnsAreComparedWithColumns() {
    assertEquals(
        LongStream.range(0, 30).filter(id -> id / 3 > id % 10).boxed().toList(),
        ids(ALL.where(greater(SCORE, SLOT)), Bindings.none()));
    assertWrong(
        "cannot be compared with field(team)", () -> fixture.plan(ALL.where(equal(SCORE, TEAM))));
  }

  @Test
  void nullIsNoValueOfAParameter() {
    assertWrong(
        "parameter team is null: expected a value",
        () -> Bindings.of(Collections.singletonMap("team", null)));
    assertWrong(
        "parameter team is null: expected a value",
        () -> Bindings.of("team", Arrays.asList("even", null)));
  }

  @Test
  void noParameterReplacesAValueOfTheQuery() {
    RecordQuery query = ALL.where(equal(SLOT, 3));
    assertEquals(List.of(3L, 13L, 23L), ids(query, Bindings.of("#0", 4)));
  }

  @Test
  void valuesOfConditionsAreCheckedWithTheirOperator() {
    assertWrong(
        "Subject.field(score) holds INTEGER and cannot be compared by < with literal(2.0);"
            + " accepted: a whole number, such as 2",
        () -> fixture.plan(ALL.where(less(SCORE, 2.0))));
    assertWrong(
        "Subject.field(team) holds STRING and cannot be compared by in with literal(7);"
            + " accepted: a string",
        () -> fixture.plan(ALL.where(in(TEAM, "even", 7))));
  }

  @Test
  void noColumnBehindTheWholePrimaryKeyIsNeededForAnOrder() {
    RecordQuery query = ALL.orderBy(descending(ID), ascending(field("text")), descending(TEAM));
    assertEquals("scan records Subject reverse\n", fixture.text(query));
    assertEquals(
        "fetch\n  scan index by-slot [= parameter(#0)]\n",
        fixture.text(ALL.where(equal(SLOT, 3)).orderBy(ascending(ID), descending(TEAM))));
    assertRefused(
        Code.QUERY_NOT_PLANNED,
        "no index has the records of Rival, Subject",
        () ->
            fixture.plan(
                RecordQuery.of("Rival", "Subject").orderBy(ascending(ID), ascending(TEAM))));
  }

  @Test
  void continuationsFitTheirPlanValuesAndMetadata() {
    RecordQuery query = ALL.where(equal(TEAM, parameter("team"))).orderBy(ascending(SCORE));
    QueryPlan plan = fixture.plan(query);
    Bindings even = Bindings.of("team", "even");
    ScanOptions two = ScanOptions.defaults().withRowsMax(2);
    RecordCursor.Page<QueryRow> page =
        fixture.join(fixture.store.queries().run(plan, even, Continuation.START, two).asPage());
    assertEquals(
        List.of(Tuple.from(0), Tuple.from(2)),
        page.items().stream().map(QueryRow::primaryKey).toList());
    Continuation from = Continuation.fromBytes(page.continuation().toBytes());
    assertEquals(
        List.of(Tuple.from(4), Tuple.from(6)),
        fixture.join(fixture.store.queries().run(plan, even, from, two).asList()).stream()
            .map(QueryRow::primaryKey)
            .toList());
    assertRefused(
        Code.CONTINUATION_REFUSED,
        "another set of parameter values",
        () -> fixture.store.queries().run(plan, Bindings.of("team", "odd"), from, two));
    QueryPlan other = fixture.plan(query.limit(20));
    assertRefused(
        Code.CONTINUATION_REFUSED,
        "another plan",
        () -> fixture.store.queries().run(other, even, from, two));
  }

  @Test
  void limitHoldsOverAllExecutions() {
    QueryPlan plan = fixture.plan(ALL.where(equal(TEAM, "odd")).limit(3));
    List<QueryRow> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<QueryRow> page =
          fixture.join(
              fixture
                  .store
                  .queries()
                  .run(plan, Bindings.none(), from, ScanOptions.defaults().withRowsMax(2))
                  .asPage());
      rows.addAll(page.items());
      from = page.continuation();
    }
    assertEquals(3, rows.size());
  }

  @Test
  void anOrderThatNothingGivesNamesTheIndexThatWould() {
    assertRefused(
        Code.QUERY_NOT_PLANNED,
        "Index.value(\"by-slot-text\", concat(field(\"slot\"), field(\"text\")))",
        () -> fixture.plan(ALL.where(equal(SLOT, 1)).orderBy(descending(field("text")))));
  }

  @Test
  void whatTheMetadataDoesNotHaveIsNamed() {
    assertWrong("no record type Wale", () -> fixture.plan(RecordQuery.of("Wale")));
    assertWrong("no index by-wale", () -> fixture.plan(ALL.forbidIndexes("by-wale")));
    assertWrong("wale", () -> fixture.plan(ALL.where(equal(field("wale"), 1))));
    assertWrong("wale", () -> fixture.plan(ALL.orderBy(ascending(field("wale")))));
    assertWrong("holds STRING", () -> fixture.plan(ALL.where(equal(TEAM, 1))));
  }

  @Test
  void hintsAreFollowed() {
    RecordQuery query = ALL.where(equal(SLOT, 1));
    assertTrue(fixture.text(query).contains("index by-slot"));
    assertFalse(fixture.text(query.forbidIndexes("by-slot")).contains("by-slot"));
    assertFalse(fixture.text(query.allowIndexes("by-team")).contains("by-slot"));
  }

  @Test
  void aQueryBeyondTheLimitsIsRefused() {
    QueryPredicate[] branches =
        LongStream.range(0, 201)
            .mapToObj(i -> and(equal(SLOT, i), equal(SCORE, i)))
            .toArray(QueryPredicate[]::new);
    assertRefused(
        Code.QUERY_TOO_COMPLEX,
        "201 branches of an or, the limit is 200",
        () -> fixture.plan(ALL.where(or(branches))));
    PlannerOptions narrow = PlanFixture.OPTIONS.withLimits(new PlanningLimits(2, 10_000, 200, 1));
    assertRefused(
        Code.QUERY_TOO_COMPLEX,
        "3 sets of records, the limit is 2",
        () ->
            fixture
                .store
                .queries()
                .plan(ALL.where(or(equal(SLOT, 1), equal(TEAM, "odd"))), narrow));
    PlannerOptions hasty = PlanFixture.OPTIONS.withLimits(new PlanningLimits(9, 99, 9, 3));
    assertRefused(
        Code.QUERY_TOO_COMPLEX,
        "steps of the search, the limit is 3",
        () -> fixture.store.queries().plan(ALL.where(equal(SLOT, 1)), hasty));
  }

  @Test
  void queriesOfOneShapeHaveOnePlan() {
    PlanCache cache = PlanCache.of(fixture.store.context().environment());
    fixture.plan(ALL.where(equal(SLOT, 1)));
    long made = cache.misses();
    fixture.plan(ALL.where(equal(SLOT, 2)));
    assertEquals(made, cache.misses());
    fixture.plan(ALL.where(equal(SCORE, 2)));
    assertEquals(made + 1, cache.misses());
  }

  @Test
  void aThousandValuesKeepTheOrder() {
    List<Long> slots = LongStream.range(0, 1_000).boxed().toList();
    RecordQuery query = ALL.where(in(SLOT, parameter("slots"))).orderBy(ascending(ID));
    QueryPlan plan =
        fixture
            .store
            .queries()
            .plan(
                query,
                PlanFixture.OPTIONS.withRules(PlannerRules.builtIn().without("test-conditions")));
    assertTrue(plan.toString().contains("merged by"), plan.toString());
    List<QueryRow> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<QueryRow> page =
          fixture.join(
              fixture
                  .store
                  .queries()
                  .run(
                      plan,
                      Bindings.of("slots", slots),
                      from,
                      ScanOptions.defaults().withRowsMax(7))
                  .asPage());
      rows.addAll(page.items());
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    assertEquals(
        LongStream.range(0, 30).mapToObj(Tuple::from).toList(),
        rows.stream().map(QueryRow::primaryKey).toList());
  }

  @Test
  void analysisTellsWhatEachOperatorGave() {
    QueryPlan plan = fixture.plan(ALL.where(and(equal(SLOT, 1), equal(TEAM, "odd"))));
    String told =
        fixture.join(
            fixture.store.queries().analyze(plan, Bindings.none(), ScanOptions.defaults()));
    assertTrue(told.lines().anyMatch(line -> line.matches(" +3 .*")), told);
    assertTrue(told.contains("scanned 3 rows of"), told);
    assertTrue(told.contains("stopped for SOURCE_EXHAUSTED"), told);
  }

  @Test
  void recordsAreNotAskedOfAPlanOfColumns() {
    QueryPlan plan = fixture.plan(ALL.where(equal(SLOT, 1)).select(SLOT));
    assertWrong(
        "selects columns",
        () ->
            fixture
                .store
                .queries()
                .records(plan, Bindings.none(), Continuation.START, ScanOptions.defaults()));
    assertWrong(
        "ScanOptions say reverse",
        () ->
            fixture
                .store
                .queries()
                .run(
                    plan,
                    Bindings.none(),
                    Continuation.START,
                    ScanOptions.defaults().withReverse(true)));
  }

  @Test
  void anIndexConditionKnowsValuesOnly() {
    assertWrong(
        "has a parameter, or compares two columns",
        () -> Index.value("i", SLOT).where(equal(SLOT, parameter("slot"))));
    assertWrong(
        "has a parameter, or compares two columns",
        () -> Index.value("i", SLOT).where(equal(SLOT, SCORE)));
  }

  @Test
  void listsWithinListsAreMergedUpToALimit() {
    try (PlanFixture fixture =
        new PlanFixture(Index.value("i", concat(field("slot"), field("score"), field("text"))))) {
      PlannerOptions many =
          PlannerOptions.defaults()
              .withStatistics(Statistics.declared().records("Subject", 1_000_000_000));
      QueryPlan plan =
          fixture
              .store
              .queries()
              .plan(
                  RecordQuery.of("Subject")
                      .where(
                          and(
                              in(field("slot"), parameter("slots")),
                              in(field("score"), parameter("scores"))))
                      .orderBy(ascending(field("text"))),
                  many);
      List<Long> hundred = LongStream.range(0, 100).boxed().toList();
      List<Long> more = LongStream.range(0, 101).boxed().toList();
      assertEquals(0, run(fixture, plan, hundred, hundred));
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> run(fixture, plan, hundred, more));
      assertEquals(RecordLayerException.Code.QUERY_TOO_COMPLEX, refused.code());
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.contains("10100 scans"), message);
    }
  }

  private static int run(PlanFixture fixture, QueryPlan plan, List<Long> slots, List<Long> scores) {
    Bindings values = Bindings.of("slots", slots).with("scores", scores);
    return fixture
        .join(
            fixture
                .store
                .queries()
                .run(plan, values, Continuation.START, ScanOptions.defaults())
                .asList())
        .size();
  }
}
