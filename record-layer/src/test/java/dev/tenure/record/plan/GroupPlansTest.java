package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.aggregate.Aggregate.average;
import static dev.tenure.record.query.aggregate.Aggregate.count;
import static dev.tenure.record.query.aggregate.Aggregate.countDistinct;
import static dev.tenure.record.query.aggregate.Aggregate.max;
import static dev.tenure.record.query.aggregate.Aggregate.min;
import static dev.tenure.record.query.aggregate.Aggregate.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.test.Subject;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plans of queries of groups that are best, as text, and what they give. */
final class GroupPlansTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TEXT = field("text");
  private static final AggregateQuery ALL = AggregateQuery.of("Subject");

  private static void assertPlan(String expected, AggregateQuery query, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      assertEquals(expected, fixture.store.queries().plan(query, PlanFixture.OPTIONS).toString());
    }
  }

  private static void save(PlanFixture fixture, long id, String team, long slot) {
    fixture.join(
        fixture.store.save(Subject.newBuilder().setId(id).setTeam(team).setSlot(slot).build()));
  }

  private static List<Tuple> rows(PlanFixture fixture, AggregateQuery query) {
    return fixture.join(fixture.store.query(query).map(QueryRow::values).asList());
  }

  @Test
  void countsComeFromTheirIndexAndAreRolledUp() {
    assertPlan(
        """
        groups by field(team) count()
          scan index c
        """,
        ALL.groupBy(TEAM).select(count()),
        Index.count("c", concat(TEAM, SLOT)));
    assertPlan(
        """
        one group count()
          scan index c [= parameter(#0)]
        """,
        ALL.where(equal(TEAM, "a")).select(count()),
        Index.count("c", concat(TEAM, SLOT)));
  }

  @Test
  void conditionThatTheIndexCannotTellIsAnsweredByRecords() {
    assertPlan(
        """
        one group count()
          filter (field(text) = parameter(#0))
            scan records Subject
        """,
        ALL.where(equal(TEXT, "a")).select(count()),
        Index.count("c", concat(TEAM, SLOT)));
  }

  @Test
  void countIsAsGoodAsItsRecordsForItsOwnColumns() {
    assertPlan(
        """
        groups by field(team) max(field(slot)), count(distinct field(slot)), sum(field(slot))
          scan index c
        """,
        ALL.groupBy(TEAM).select(max(SLOT), countDistinct(SLOT), sum(SLOT)),
        Index.count("c", concat(TEAM, SLOT)));
  }

  @Test
  void sumIsReadBesideTheCountInTheOrderAskedFor() {
    assertPlan(
        """
        groups by field(team) average(field(slot))
          scan index c reverse
          scan index s reverse
        """,
        ALL.groupBy(TEAM).select(average(SLOT)).orderBy(descending(TEAM)),
        Index.count("c", TEAM),
        Index.aggregate("s", Index.SUM, TEAM, SLOT));
  }

  @Test
  void sumOfAColumnWithNullsNeedsTheNumberOfItsValues() {
    Index[] indexes = {
      Index.count("c", TEAM),
      Index.aggregate("s", Index.SUM, TEAM, SCORE),
      Index.aggregate("n", Index.COUNT_NOT_NULL, TEAM, SCORE)
    };
    AggregateQuery query = ALL.groupBy(TEAM).select(sum(SCORE));
    assertPlan(
        """
        groups by field(team) sum(field(score))
          scan index c
          scan index s
          scan index n
        """,
        query,
        indexes);
    try (PlanFixture fixture = new PlanFixture(indexes[0], indexes[1])) {
      assertThrows(RecordLayerException.class, () -> fixture.store.query(query));
    }
  }

  @Test
  void recordsInOrderAreFoldedFromACoveringIndex() {
    assertPlan(
        """
        groups by field(team) sum(field(slot)), count(distinct field(score))
          scan index v
        """,
        ALL.groupBy(TEAM).select(sum(SLOT), countDistinct(SCORE)),
        Index.value("v", concat(TEAM, SCORE)).covering(SLOT));
  }

  @Test
  void extremaOfOneGroupAreTheFirstRowsOfAnIndex() {
    assertPlan(
        """
        one group min(field(score)), max(field(score))
          first
            scan index v [= parameter(#0), in (null, ∞)]
          first
            scan index v [= parameter(#0), in (null, ∞)] reverse
        """,
        ALL.where(equal(TEAM, "a")).select(min(SCORE), max(SCORE)),
        Index.value("v", concat(TEAM, SCORE)));
  }

  @Test
  void groupsInTheOrderOfAnExtremumComeFromItsIndex() {
    Index latest = Index.aggregate("m", Index.PERMUTED_MAX, TEAM, SCORE);
    AggregateQuery query =
        ALL.groupBy(TEAM).select(max(SCORE)).having(notNull(max(SCORE))).limit(3);
    assertPlan(
        """
        having (max(field(score)) is not null)
          groups by field(team) max(field(score))
            scan extrema of index m [in (null, ∞)] reverse
        """,
        query.orderBy(descending(max(SCORE))),
        latest.option(Index.PERMUTED_SIZE, "1"));
    assertPlan(
        """
        groups by field(team), field(slot) max(field(score))
          filter (field(slot) > parameter(#1))
            scan extrema of index m [= parameter(#0)]
        """,
        ALL.where(and(equal(TEAM, "a"), greater(SLOT, 3), notNull(SCORE)))
            .groupBy(TEAM, SLOT)
            .select(max(SCORE))
            .orderBy(ascending(TEAM), ascending(max(SCORE)), ascending(SLOT)),
        Index.aggregate("m", Index.PERMUTED_MAX, concat(TEAM, SLOT), SCORE)
            .option(Index.PERMUTED_SIZE, "1"));
    assertPlan(
        """
        having (max(field(score)) > parameter(#0))
          groups by field(team) max(field(score))
            scan extrema of index m [in (parameter(#0), ∞)]
        """,
        ALL.groupBy(TEAM)
            .select(max(SCORE))
            .having(greater(max(SCORE), 7))
            .orderBy(ascending(max(SCORE))),
        latest.option(Index.PERMUTED_SIZE, "1"));
  }

  @Test
  void extremaAreReadInTheOrderOfGroupsToo() {
    assertPlan(
        """
        groups by field(team) min(field(slot))
          scan extrema of index m
        """,
        ALL.groupBy(TEAM).select(min(SLOT)),
        Index.aggregate("m", Index.PERMUTED_MIN, TEAM, SLOT));
  }

  @Test
  void extremaOfOtherGroupsOrRecordsAreNotRead() {
    Index least =
        Index.aggregate("m", Index.PERMUTED_MIN, TEAM, SLOT).option(Index.PERMUTED_SIZE, "1");
    Index ofBoth =
        Index.aggregate("both", Index.PERMUTED_MIN, concat(TEAM, SLOT), SCORE)
            .option(Index.PERMUTED_SIZE, "2");
    AggregateQuery query = ALL.groupBy(TEAM).select(min(SLOT)).orderBy(ascending(min(SLOT)));
    try (PlanFixture fixture = new PlanFixture(least, ofBoth)) {
      for (AggregateQuery each :
          List.of(
              ALL.groupBy(TEAM).select(max(SLOT)).orderBy(ascending(max(SLOT))),
              ALL.groupBy(TEAM)
                  .select(min(SLOT))
                  .orderBy(ascending(TEAM), ascending(min(SLOT)), ascending(count())),
              query.where(greater(SLOT, 3)),
              query.where(equal(TEXT, "a")),
              ALL.groupBy(TEAM, TEXT).select(min(SLOT)).orderBy(ascending(min(SLOT))),
              ALL.groupBy(TEAM)
                  .select(min(SCORE))
                  .having(notNull(min(SCORE)))
                  .orderBy(ascending(min(SCORE))),
              ALL.groupBy(TEAM, SLOT).select(min(SCORE)).orderBy(ascending(min(SCORE))))) {
        RecordLayerException error =
            assertThrows(
                RecordLayerException.class, () -> fixture.store.query(each), each.toString());
        assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, error.code());
      }
      assertEquals(List.of(), rows(fixture, query));
    }
  }

  @Test
  void errorNamesTheIndexOfAnExtremum() {
    AggregateQuery query =
        ALL.where(equal(SLOT, 3))
            .groupBy(TEAM, TEXT)
            .select(max(SCORE))
            .orderBy(ascending(TEAM), descending(max(SCORE)));
    String code =
        "with having(notNull(max(field(\"score\")))) this index would serve:"
            + " Index.aggregate(\"max-score-by-slot-KeyOrder.DESCENDING_NULLS_LAST.team-text\","
            + " Index.PERMUTED_MAX, concat(field(\"slot\"),"
            + " ordered(KeyOrder.DESCENDING_NULLS_LAST, field(\"team\")), field(\"text\")),"
            + " field(\"score\")).option(Index.PERMUTED_SIZE, \"1\")";
    try (PlanFixture fixture = new PlanFixture()) {
      String message =
          String.valueOf(
              assertThrows(RecordLayerException.class, () -> fixture.store.query(query))
                  .getMessage());
      assertTrue(message.endsWith(code), message);
    }
    assertPlan(
        """
        having (max(field(score)) is not null)
          groups by field(team), field(text) max(field(score))
            scan extrema of index x [= parameter(#0)] reverse
        """,
        query.having(notNull(max(SCORE))),
        Index.aggregate(
                "x",
                Index.PERMUTED_MAX,
                concat(SLOT, ordered(KeyOrder.DESCENDING_NULLS_LAST, TEAM), TEXT),
                SCORE)
            .option(Index.PERMUTED_SIZE, "1"));
  }

  @Test
  void conditionOnColumnsOfGroupsBoundsTheirRecords() {
    assertPlan(
        """
        having (count() > parameter(#1))
          groups by field(team), field(slot) count()
            scan index c [= parameter(#0)]
        """,
        ALL.groupBy(TEAM, SLOT).select(count()).having(and(equal(TEAM, "a"), greater(count(), 3))),
        Index.count("c", concat(TEAM, SLOT)));
  }

  @Test
  void sparseIndexIsReadOnlyForItsOwnRecords() {
    Index sparse = Index.count("c", TEAM).where(equal(SLOT, 3));
    assertPlan(
        """
        groups by field(team) count()
          scan index c
        """,
        ALL.where(equal(SLOT, 3)).groupBy(TEAM).select(count()),
        sparse);
    assertPlan(
        """
        groups by field(team) count()
          scan index c
        """,
        ALL.where(in(SLOT, 4, 3)).groupBy(TEAM).select(count()),
        Index.count("c", TEAM).where(in(SLOT, 3, 4)));
    try (PlanFixture fixture = new PlanFixture(sparse)) {
      RecordLayerException error =
          assertThrows(
              RecordLayerException.class,
              () -> fixture.store.query(ALL.groupBy(TEAM).select(count())));
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, error.code());
    }
  }

  @Test
  void errorNamesTheIndexThatWouldServe() {
    try (PlanFixture fixture = new PlanFixture()) {
      AggregateQuery query =
          ALL.where(equal(SLOT, 3))
              .groupBy(TEAM)
              .select(count(), max(SCORE))
              .orderBy(ascending(TEAM));
      String message =
          String.valueOf(
              assertThrows(RecordLayerException.class, () -> fixture.store.query(query))
                  .getMessage());
      assertTrue(
          message.endsWith(
              "Index.value(\"by-slot-team\", concat(field(\"slot\"), field(\"team\")))"
                  + ".covering(field(\"score\"))"),
          message);
      AggregateQuery tags = ALL.groupBy(field("tag", FanType.FAN_OUT)).select(count());
      String ofTags =
          String.valueOf(
              assertThrows(RecordLayerException.class, () -> fixture.store.query(tags))
                  .getMessage());
      assertTrue(ofTags.contains("Index.count("), ofTags);
    }
  }

  @Test
  void namesTellGroupsApartAndNoValues() {
    AggregateQuery query =
        ALL.where(equal(TEXT, "secret")).groupBy(TEAM).select(count()).having(greater(count(), 77));
    try (PlanFixture fixture =
        new PlanFixture(Index.count("c", concat(TEAM, TEXT)), Index.count("d", TEXT))) {
      QueryPlan plan = fixture.store.queries().plan(query, PlanFixture.OPTIONS);
      assertEquals(plan.name(), name(fixture, query.having(greater(count(), 78))));
      assertFalse(plan.label().shape().contains("77"), plan.label().shape());
      assertFalse(plan.label().shape().contains("secret"), plan.label().shape());
      for (AggregateQuery other :
          List.of(
              query.groupBy(TEXT),
              query.select(max(TEXT)),
              query.having(greater(count(TEAM), 77)),
              query.limit(1))) {
        assertNotEquals(plan.name(), name(fixture, other), other.toString());
      }
      assertNotEquals(
          plan.name(), fixture.plan(RecordQuery.of("Subject").where(equal(TEXT, "a"))).name());
    }
  }

  private static String name(PlanFixture fixture, AggregateQuery query) {
    return fixture.store.queries().plan(query, PlanFixture.OPTIONS).name();
  }

  @Test
  void wrongQueriesAreRefused() {
    try (PlanFixture fixture = new PlanFixture(Index.count("c", TEAM))) {
      for (AggregateQuery each :
          List.of(
              ALL.groupBy(TEAM),
              ALL.select(sum(TEAM)),
              ALL.groupBy(TEAM).select(count()).having(greater(count(), "a")),
              ALL.groupBy(TEAM).select(count()).having(greater(SCORE, 1)),
              ALL.groupBy(TEAM).select(count()).orderBy(ascending(SCORE)),
              ALL.select(countDistinct(TEAM), countDistinct(SCORE)),
              ALL.select(max(field("colour"))))) {
        assertThrows(
            IllegalArgumentException.class, () -> fixture.store.query(each), each.toString());
      }
      assertThrows(
          RecordLayerException.class,
          () ->
              fixture.store.query(ALL.groupBy(TEAM).select(count()).orderBy(descending(count()))));
      assertThrows(IllegalArgumentException.class, () -> ALL.select(TEAM));
    }
  }

  @Test
  void groupsThatAreLeftEmptyHaveNoRowAndOwnWritesAreCounted() {
    try (PlanFixture fixture =
        new PlanFixture(Index.count("c", TEAM), Index.aggregate("s", Index.SUM, TEAM, SLOT))) {
      save(fixture, 1, "a", 5);
      save(fixture, 2, "b", 7);
      save(fixture, 3, "b", -7);
      AggregateQuery query = ALL.groupBy(TEAM).select(count(), sum(SLOT), average(SLOT));
      assertEquals(
          List.of(Tuple.from("a", 1, 5, 5.0), Tuple.from("b", 2, 0, 0.0)), rows(fixture, query));
      fixture.join(fixture.store.delete("Subject", Tuple.from(1L)));
      assertEquals(List.of(Tuple.from("b", 2, 0, 0.0)), rows(fixture, query));
    }
  }

  @Test
  void oneGroupHasARowWithoutRecords() {
    try (PlanFixture fixture = new PlanFixture(Index.count("c", empty()))) {
      assertEquals(
          List.of(Tuple.fromList(Arrays.asList(0L, null, null, null))),
          rows(fixture, ALL.select(count(), sum(SLOT), average(SLOT), max(SLOT))));
      assertEquals(List.of(Tuple.from(0L)), rows(fixture, ALL.select(count())));
      assertEquals(List.of(), rows(fixture, ALL.select(count()).having(greater(count(), 0))));
      assertEquals(List.of(), rows(fixture, ALL.groupBy(field("id")).select(count())));
    }
  }

  @Test
  void sumBeyondALongIsAnErrorUnlessItComesBack() {
    try (PlanFixture fixture = new PlanFixture()) {
      save(fixture, 1, "a", Long.MAX_VALUE);
      save(fixture, 2, "a", 1);
      RecordLayerException error =
          assertThrows(RecordLayerException.class, () -> rows(fixture, ALL.select(sum(SLOT))));
      assertEquals(RecordLayerException.Code.SUM_TOO_LARGE, error.code());
      save(fixture, 3, "a", -1);
      assertEquals(List.of(Tuple.from(Long.MAX_VALUE)), rows(fixture, ALL.select(sum(SLOT))));
    }
  }

  @Test
  void keptPlanRunsWithOtherParametersAndIsShared() {
    try (PlanFixture fixture = new PlanFixture(Index.count("c", concat(TEAM, SLOT)))) {
      save(fixture, 1, "a", 1);
      save(fixture, 2, "a", 1);
      save(fixture, 3, "b", 1);
      AggregateQuery query =
          ALL.where(equal(TEAM, parameter("team")))
              .groupBy(SLOT)
              .select(count())
              .having(greater(count(), parameter("least")));
      QueryPlan plan = fixture.store.queries().plan(query, PlanFixture.OPTIONS);
      Bindings values = Bindings.of("team", "a").with("least", 1);
      assertEquals(List.of(Tuple.from(1, 2)), rows(fixture, plan, values));
      assertEquals(List.of(), rows(fixture, plan, values.with("team", "b")));
      assertThrows(
          IllegalArgumentException.class, () -> rows(fixture, plan, values.with("least", "many")));
      assertTrue(
          plan.explain().contains("groups by field(slot) count()    (rows "), plan.explain());
      String analyzed =
          fixture.join(fixture.store.queries().analyze(plan, values, ScanOptions.defaults()));
      assertTrue(analyzed.lines().toList().get(1).strip().startsWith("1 "), analyzed);
      PlanCache cache = PlanCache.of(fixture.store.context().environment());
      long hits = cache.hits();
      AggregateQuery other = ALL.groupBy(TEAM).select(count());
      assertEquals(1, rows(fixture, other.having(greater(count(), 1))).size());
      assertEquals(2, rows(fixture, other.having(greater(count(), 0))).size());
      assertEquals(hits + 1, cache.hits());
    }
  }

  private static List<Tuple> rows(PlanFixture fixture, QueryPlan plan, Bindings values) {
    return fixture.join(
        fixture
            .store
            .queries()
            .run(plan, values, Continuation.START, ScanOptions.defaults())
            .map(QueryRow::values)
            .asList());
  }
}
