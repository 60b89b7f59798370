package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.rank.RankCost;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.Selectivities;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.statistics.StatisticsSampler;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import dev.tenure.record.test.SubjectLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Costs by sampled statistics: each case chose a plan that read more than twice the best once. */
final class PlanCostsTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final KeyExpression QUANTITY = nest("line", FanType.FAN_OUT, field("quantity"));
  private static final KeyExpression RANK = rank(TEAM, SCORE);
  private static final int TEAMS = 100;

  private static final CheckedStore CHECKED = new CheckedStore(metaData(), records());
  private static final RecordStore STORE = CHECKED.reopened();
  private static final SampledStatistics STATISTICS =
      STORE.context().join(StatisticsSampler.defaults().sample(STORE));

  @AfterAll
  static void close() {
    CHECKED.close();
  }

  private static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(
            Subject.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
        .recordType(
            Rival.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
        .index(List.of("Subject", "Rival"), Index.value("both", TEAM))
        .index("Subject", Index.value("tag", TAG))
        .index("Subject", Index.value("quantity", QUANTITY))
        .index("Subject", Index.rank("ranks", grouping(concat(TEAM, SCORE), 1)))
        .index(
            "Subject",
            Index.of("bits", Index.BITMAP_VALUE, grouping(concat(SCORE, field("id")), 1))
                .option(Index.BITMAP_ENTRY_SIZE, "8"))
        .build();
  }

  /**
   * Two subjects and a rival of each team; 400 tags that differ, one of 50 subjects, a line of each
   * subject, of which one has no quantity, and a point of each of 24 subjects.
   */
  private static List<Message> records() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 2 * TEAMS; i++) {
      Subject.Builder subject =
          Subject.newBuilder()
              .setId(i)
              .setTeam(team(i / 2))
              .setScore(i)
              .addTag("g" + i)
              .addTag("h" + i);
      subject.addAllTag(i < 50 ? List.of("common") : List.of());
      SubjectLine.Builder line = subject.addLineBuilder();
      if (i > 0) {
        line.setQuantity(i);
      }
      if (i < 24) {
        subject.addPoint(i % 2);
      }
      records.add(subject.build());
    }
    for (int i = 0; i < TEAMS; i++) {
      records.add(Rival.newBuilder().setId(1_000L + i).setTeam(team(i)).build());
    }
    return records;
  }

  private static String team(int number) {
    return String.format("t%02d", number);
  }

  private static QueryPlan plan(String type, QueryPredicate condition) {
    return STORE
        .queries()
        .plan(
            RecordQuery.of(type).where(condition),
            Bindings.none(),
            PlannerOptions.defaults().withStatistics(STATISTICS));
  }

  private static void assertReads(String expected, QueryPlan plan) {
    assertTrue(plan.toString().contains(expected), plan::explain);
  }

  @Test
  void entriesOfOtherTypesAreCountedByTheValuesOfTheQuery() {
    assertReads("scan records", plan("Rival", greaterOrEqual(TEAM, team(50))));
    assertReads("scan index both", plan("Rival", greaterOrEqual(TEAM, team(95))));
  }

  @Test
  void comparisonsOfElementsAreCountedByTheirValues() {
    assertReads(
        "scan records",
        plan(
            "Subject",
            anyOf(TAG, and(greaterOrEqual(element(), "g"), lessOrEqual(element(), "z")))));
    assertReads(
        "scan index tag",
        plan(
            "Subject",
            anyOf(TAG, and(greaterOrEqual(element(), "h9"), lessOrEqual(element(), "h91")))));
  }

  @Test
  void conditionsOnOneElementAreCountedTogether() {
    QueryPredicate none =
        anyOf(TAG, and(lessOrEqual(element(), "g"), greaterOrEqual(element(), "h")));
    assertTrue(plan("Subject", none).estimate().rows() < 0.1, plan("Subject", none)::explain);
  }

  @Test
  void rankedSetsOfSmallGroupsAreCheapToAsk() {
    QueryPredicate ofTeam = equal(TEAM, team(3));
    assertReads(
        "scan index ranks [= parameter(#0)] rank",
        plan("Subject", and(ofTeam, greaterOrEqual(RANK, 5))));
    assertReads("rank =", plan("Subject", and(ofTeam, in(RANK, 7, 7))));
    assertTrue(RankCost.of(index("ranks"), 1).descent() < 15);
    assertTrue(RankCost.of(index("ranks"), 1e6).descent() > 40);
    assertTrue(RankCost.of(index("ranks"), 1.1).end(1) < 4); // only a tenth of the groups has it
  }

  /** No float is 0.1, so that its branch reads nothing, however many records it would read. */
  @Test
  void comparisonThatNoFloatSatisfiesCostsNothing() {
    RecordMetaData rich =
        RecordMetaData.builder()
            .version(1)
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("int64_value")))
            .build();
    RecordQuery query =
        RecordQuery.of("Rich")
            .where(
                or(
                    lessOrEqual(field("int64_value"), 9),
                    equal(field("float_value"), Predicates.parameter("number"))));
    PlannerOptions options =
        PlannerOptions.defaults().withStatistics(Statistics.declared().records("Rich", 50));
    try (CheckedStore store = new CheckedStore(rich, List.of())) {
      RecordStore open = store.reopened();
      assertReads("filter ((", open.queries().plan(query, Bindings.of("number", 0.5), options));
      QueryPlan plan = open.queries().plan(query, Bindings.of("number", 0.1), options);
      assertReads("without repetition", plan);
      assertTrue(plan.estimate().whole() < 15, plan::explain);
    }
  }

  /** The condition of a sparse index is not asked about for a type without its column. */
  @Test
  void sparseIndexOnAFloatLeavesOtherTypesAlone() {
    RecordMetaData both =
        RecordMetaData.builder()
            .version(1)
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("int64_value")))
            .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index(
                "Rich",
                Index.value("sparse", field("int64_value")).where(equal(field("float_value"), 0.1)))
            .build();
    PlannerOptions options = PlannerOptions.defaults().withStatistics(STATISTICS);
    try (CheckedStore store = new CheckedStore(both, List.of())) {
      RecordQuery query = RecordQuery.of("Rival").where(equal(TEAM, "x"));
      assertReads("scan records", store.reopened().queries().plan(query, options));
    }
  }

  /** The condition of the sparse index keeps the values of the column in the plan. */
  @Test
  void valueThatIsRepeatedInAListCountsOnce() {
    RecordMetaData kept =
        RecordMetaData.builder()
            .version(1)
            .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index("Subject", Index.value("tag", TAG))
            .index("Subject", Index.value("sparse", TEAM).where(equal(TAG, "g1")))
            .build();
    RecordQuery query =
        RecordQuery.of("Subject").where(in(TAG, "common", "common", "common", "common"));
    PlannerOptions options = PlannerOptions.defaults().withStatistics(STATISTICS);
    try (CheckedStore store = new CheckedStore(kept, List.of())) {
      QueryPlan plan = store.reopened().queries().plan(query, Bindings.none(), options);
      assertEquals(50, plan.estimate().rows(), 5, plan::explain);
      assertEquals(151, plan.estimate().whole(), 15, plan::explain);
    }
  }

  /** Of 100 subjects of a team, with 5 scores, the ranks are 0 to 4. */
  @Test
  void groupHasARankForEachDifferentScore() {
    Statistics declared =
        Statistics.declared()
            .records("Subject", 1_000)
            .distinct("Subject", 10, TEAM)
            .distinct("Subject", 5, SCORE);
    Cardinalities cardinalities =
        new Cardinalities(STORE.metaData().bound(), declared, Map.of(), Selectivities.NONE);
    RecordSet ofTeam = new RecordSet(List.of("Subject"), List.of(equal(TEAM, "x")));
    assertEquals(5, cardinalities.groupSize(ofTeam, RANK), 0.01);
  }

  private static BoundIndex index(String name) {
    return STORE.metaData().bound().index(name);
  }

  @Test
  void listsOfRanksLeaveThoseThatTheirGroupHas() {
    QueryPlan one = plan("Subject", and(equal(TEAM, team(3)), in(RANK, 0, 5, 9)));
    assertEquals(1, one.estimate().rows(), 0.3, one::explain);
    QueryPlan none = plan("Subject", in(RANK, 5, 9));
    assertTrue(none.estimate().rows() < 0.1, none::explain);
  }

  @Test
  void endsOfRanksThatNoScoreHasAreCheap() {
    QueryPlan all =
        plan("Subject", and(equal(TEAM, team(3)), Predicates.compare(RANK, Operator.LESS, 100)));
    assertReads("rank <", all);
    assertTrue(all.estimate().whole() < 10, all::explain);
    assertEquals(0, RankCost.of(index("ranks"), 2).end(0));
  }

  /** The values of the parameters contradict each other; the plan reads the group otherwise. */
  @Test
  void ranksThatCannotBeCostNothing() {
    QueryPredicate ofTeam = equal(TEAM, team(3));
    QueryPredicate low = Predicates.compare(RANK, Operator.LESS, Predicates.parameter("end"));
    RecordQuery query = RecordQuery.of("Subject").where(and(ofTeam, greaterOrEqual(RANK, 4), low));
    PlannerOptions options = PlannerOptions.defaults().withStatistics(STATISTICS);
    QueryPlan none = STORE.queries().plan(query, Bindings.of("end", 1), options);
    assertReads("scan index ranks [= parameter(#0)] rank", none);
    assertEquals(0, none.estimate().whole(), none::explain);
    QueryPlan some = STORE.queries().plan(query, Bindings.of("end", 9), options);
    assertTrue(some.estimate().whole() > 1, some::explain);
    RecordQuery listed =
        RecordQuery.of("Subject").where(and(ofTeam, in(RANK, 1, 9), greaterOrEqual(RANK, 4)));
    QueryPlan oneOfList = STORE.queries().plan(listed, Bindings.none(), options);
    assertTrue(oneOfList.estimate().whole() > 1, oneOfList::explain);
  }

  @Test
  void elementsOfARepeatedFieldAreNeverNull() {
    QueryPlan none = plan("Subject", anyOf(TAG, Predicates.isNull(element())));
    assertTrue(none.estimate().rows() < 0.1, none::explain);
  }

  /** A tenth of the records was expected. */
  @Test
  void elementsThatAreNullAreCounted() {
    QueryPlan one =
        plan(
            "Subject", anyOf(field("line", FanType.FAN_OUT), Predicates.isNull(field("quantity"))));
    assertEquals(1, one.estimate().rows(), 0.1, one::explain);
  }

  /** Of the lines of 100 subjects with the quantities from 100 on, all have the sku. */
  @Test
  void conditionsOnTwoColumnsOfEachElementAreCountedByTheirHistograms() {
    QueryPredicate either =
        Predicates.or(equal(field("sku"), "none"), greaterOrEqual(field("quantity"), TEAMS));
    KeyExpression line = field("line", FanType.FAN_OUT);
    for (QueryPredicate each : List.of(Predicates.allOf(line, either), anyOf(line, either))) {
      assertEquals(TEAMS, plan("Subject", each).estimate().rows(), 10);
    }
  }

  /** The first branch is true for both subjects of the team. */
  @Test
  void branchOnAColumnThatIsBoundIsCountedAmongItsRecords() {
    QueryPredicate either = Predicates.or(equal(TEAM, team(3)), greaterOrEqual(SCORE, 190));
    QueryPlan plan = plan("Subject", and(equal(TEAM, team(3)), either));
    assertEquals(2, plan.estimate().rows(), 0.5, plan::explain);
    QueryPredicate other = Predicates.or(equal(TEAM, team(4)), greaterOrEqual(SCORE, 190));
    assertEquals(0.1, plan("Subject", and(equal(TEAM, team(3)), other)).estimate().rows(), 0.1);
  }

  /** Of 24 subjects with a point half have no other one; of all subjects, most have none. */
  @Test
  void recordsWithoutElementsDoNotCountBesideAConditionThatNeedsOne() {
    KeyExpression point = field("point", FanType.FAN_OUT);
    QueryPredicate noOther = Predicates.not(Predicates.notEqual(point, 1));
    QueryPlan plan = plan("Subject", and(noOther, Predicates.notNull(point)));
    assertEquals(12, plan.estimate().rows(), 3, plan::explain);
    assertEquals(188, plan("Subject", noOther).estimate().rows(), 4);
    QueryPredicate any = anyOf(point, Predicates.equal(element(), 0));
    QueryPredicate none = Predicates.not(anyOf(point, Predicates.equal(element(), 1)));
    assertEquals(6, plan("Subject", and(none, any)).estimate().rows(), 3);
  }

  /**
   * The list was taken for one of an average value in each branch, and its range was read twice.
   */
  @Test
  void aListBesideBranchesOfAnElementIsCountedByItsValues() {
    QueryPredicate branches =
        Predicates.or(equal(element(), "zz"), Predicates.notEqual(element(), "w"));
    QueryPlan plan = plan("Subject", anyOf(TAG, and(in(element(), "common"), branches)));
    assertFalse(plan.toString().contains("one after another"), plan::explain);
  }

  /** Groups have two ranks on average; one that equalities do not fix may have a third one. */
  @Test
  void groupThatIsNotFixedMayHaveMoreRanksThanTheAverage() {
    assertTrue(plan("Subject", equal(RANK, 2)).estimate().rows() > 5);
    QueryPlan fixed = plan("Subject", and(equal(TEAM, team(3)), equal(RANK, 4)));
    assertTrue(fixed.estimate().rows() < 0.1, fixed::explain);
  }

  @Test
  void ranksLeaveAPartOfTheirGroup() {
    QueryPlan all =
        plan("Subject", and(equal(TEAM, team(3)), Predicates.compare(RANK, Operator.LESS, 100)));
    assertEquals(2, all.estimate().rows(), 0.5, all::explain);
  }

  @Test
  void bitmapsOfFewRecordsHaveFewRows() {
    QueryPlan one = plan("Subject", equal(SCORE, 7));
    assertReads("positions bits", one);
    assertTrue(one.estimate().whole() < 6, one::explain);
  }

  @Test
  void noColumnIsLessThanItself() {
    QueryPlan none = plan("Subject", Predicates.compare(SCORE, Operator.LESS, SCORE));
    assertTrue(none.estimate().rows() < 0.1, none::explain);
    QueryPlan all = plan("Subject", Predicates.compare(SCORE, Operator.LESS_OR_EQUAL, SCORE));
    assertEquals(2 * TEAMS, all.estimate().rows(), 0.1, all::explain);
  }

  @Test
  void firstRowsMayCostLessThanOthers() {
    Estimate loaded = new Estimate(100, 1, 100).plusOfEach(Estimate.GET);
    assertEquals(301, loaded.cost(1));
    assertEquals(1 + 30, loaded.cost(0.1), 1e-9);
    Estimate lateRows = new Estimate(100, 1, 100, share -> share * share);
    assertEquals(1 + 25, lateRows.cost(0.5), 1e-9);
  }

  /** A scan of all records was taken, though the first branch has as many rows as are wanted. */
  @Test
  void branchesBehindTheLimitCostNothing() {
    RecordQuery query =
        RecordQuery.of("Subject")
            .where(Predicates.or(equal(field("text"), "none"), greaterOrEqual(TEAM, team(80))))
            .limit(5);
    QueryPlan plan =
        STORE
            .queries()
            .plan(query, Bindings.none(), PlannerOptions.defaults().withStatistics(STATISTICS));
    assertReads(
        """
        one after another, without repetition
          fetch
            scan index ranks [in [parameter(#1), ∞)]
        """,
        plan);
  }

  @Test
  void mergePaysTheFirstRowOfEachSourceUnderAnyLimit() {
    assertEquals(new Estimate(0.01, 301, 0), new Estimate(0.01, 1, 300).withFirstRow());
    assertEquals(new Estimate(100, 4, 297), new Estimate(100, 1, 300).withFirstRow());
  }
}
