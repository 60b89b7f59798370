package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.Predicates.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import org.junit.jupiter.api.Test;

/** The plans that are best, as text. */
final class GoldenPlansTest {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");

  private static void assertPlan(String expected, RecordQuery query, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      assertEquals(expected, fixture.text(query).replaceAll("\\$[0-9a-f]+", "\\$…"));
    }
  }

  @Test
  void recordsByTheirKey() {
    assertPlan("scan records Subject [= parameter(#0)]\n", ALL.where(equal(ID, 7)));
    assertPlan(
        "scan records Subject [in (parameter(#0), parameter(#1)]] reverse\n",
        ALL.where(and(greater(ID, 7), not(greater(ID, 9)))).orderBy(descending(ID)));
  }

  @Test
  void indexByEqualitiesAndAnInterval() {
    assertPlan(
        """
        fetch
          scan index i [= parameter(#0), in (null, parameter(#1))]
        """,
        ALL.where(and(equal(TEAM, "a"), less(SCORE, 3))),
        Index.value("i", concat(TEAM, SCORE)));
    assertPlan(
        """
        fetch
          scan index i [in parameter(#0)…]
        """,
        ALL.where(startsWith(TEXT, "a")),
        Index.value("i", TEXT));
  }

  @Test
  void conditionsThatAnEntryTellsAreTestedBeforeTheFetch() {
    assertPlan(
        """
        filter (field(score) <> parameter(#2))
          fetch
            filter (field(slot) = parameter(#1))
              scan index i [= parameter(#0)]
        """,
        ALL.where(and(equal(TEXT, "a"), equal(SLOT, 3), not(equal(SCORE, 5)))),
        Index.value("i", TEXT).covering(concat(SLOT)));
  }

  @Test
  void coveringIndexNeedsNoFetch() {
    assertPlan(
        "scan index i [= parameter(#0)]\n",
        ALL.where(equal(TEXT, "a")).select(SLOT, ID, TEXT),
        Index.value("i", TEXT).covering(SLOT));
  }

  @Test
  void ordersInBothDirections() {
    Index index = Index.value("i", concat(TEAM, SCORE));
    RecordQuery query = ALL.where(equal(TEAM, "a"));
    assertPlan("fetch\n  scan index i [= parameter(#0)]\n", query.orderBy(ascending(SCORE)), index);
    assertPlan(
        "fetch\n  scan index i [= parameter(#0)] reverse\n",
        query.orderBy(descending(SCORE), descending(ID)),
        index);
    assertPlan(
        "fetch\n  scan index i [= parameter(#0)]\n",
        query.orderBy(new OrderColumn(SCORE, KeyOrder.DESCENDING_NULLS_FIRST), ascending(TEXT)),
        Index.value("i", concat(TEAM, ordered(KeyOrder.DESCENDING_NULLS_FIRST, SCORE), TEXT)));
  }

  /** Record Layer, Figure 5, with a score in the place of the age. */
  @Test
  void figure5IsAnOrderedUnionOfTwoIndexScans() {
    assertPlan(
        """
        fetch
          union by field(score), key ASCENDING
            scan index team-score [= parameter(#0)]
            scan index text-score [= parameter(#1)]
        """,
        ALL.where(or(equal(TEAM, "a"), equal(TEXT, "b"))).orderBy(ascending(SCORE)),
        Index.value("team-score", concat(TEAM, SCORE)),
        Index.value("text-score", concat(TEXT, SCORE)));
  }

  @Test
  void substringIsTestedWhereTheEntryHasTheText() {
    assertPlan(
        """
        fetch
          filter (field(text) has substring parameter(#1))
            scan index i [= parameter(#0)]
        """,
        ALL.where(and(equal(TEAM, "a"), hasSubstring(TEXT, "b"))),
        Index.value("i", concat(TEAM, TEXT)));
  }

  @Test
  void branchesOfAnOrAreMergedInAnOrder() {
    Index[] indexes = {
      Index.value("s", concat(SLOT, SCORE)), Index.value("t", concat(TEXT, SCORE))
    };
    RecordQuery query = ALL.where(or(equal(SLOT, 1), equal(TEXT, "a")));
    assertPlan(
        """
        fetch
          union by field(score), key ASCENDING
            scan index s [= parameter(#0)]
            scan index t [= parameter(#1)]
        """,
        query.orderBy(ascending(SCORE)),
        indexes);
  }

  @Test
  void indexesAreIntersectedBeforeTheFetch() {
    assertPlan(
        """
        fetch
          intersection by key ASCENDING
            scan index a [= parameter(#0)]
            scan index b [= parameter(#1)]
        """,
        ALL.where(and(equal(TEAM, "a"), equal(TAG, "x"))),
        Index.value("a", TEAM),
        Index.value("b", TAG));
  }

  @Test
  void listIsTakenInTurnOrMergedInAnotherOrder() {
    Index index = Index.value("i", concat(SLOT, SCORE));
    RecordQuery query = ALL.where(in(SLOT, parameter("slots")));
    assertPlan(
        """
        fetch
          for each $… of (field(slot) in parameter(slots)) merged by field(score), key ASCENDING
            scan index i [= parameter($…)]
        """,
        query.orderBy(ascending(SCORE)),
        index);
    assertPlan(
        """
        fetch
          for each $… of (field(slot) in parameter(slots)) descending
            scan index i [= parameter($…)] reverse
        """,
        query.orderBy(descending(SLOT), descending(SCORE)),
        index);
  }

  @Test
  void sparseIndexIsReadOnlyWhereItsConditionIsImplied() {
    Index sparse = Index.value("i", SLOT).where(greater(SCORE, 10));
    QueryPredicate slot = equal(SLOT, 1);
    assertPlan(
        """
        filter (field(score) > literal(20))
          fetch
            scan index i [= parameter(#0)]
        """,
        ALL.where(and(slot, greater(SCORE, 20))),
        sparse);
    assertPlan(
        """
        filter (field(score) > literal(5)) and (field(slot) = parameter(#0))
          scan records Subject
        """,
        ALL.where(and(slot, greater(SCORE, 5))),
        sparse);
    assertPlan(
        "fetch\n  scan index n [= parameter(#0)]\n",
        ALL.where(slot),
        Index.value("n", SLOT).where(notNull(SLOT)));
  }

  @Test
  void conditionOfASparseIndexIsNotTestedAgainWhateverItsOrder() {
    Index sparse = Index.value("i", TEAM).where(in(SCORE, 1, 2));
    String scan = "scan index i [= parameter(#0)]\n";
    assertPlan(scan, ALL.where(and(equal(TEAM, "a"), in(SCORE, 2, 1))).select(TEAM), sparse);
  }

  @Test
  void recordComesOnceFromAnIndexThatFansOut() {
    assertPlan(
        "fetch\n  scan index i [= parameter(#0)]\n",
        ALL.where(equal(TAG, "a")),
        Index.value("i", TAG));
    assertPlan(
        """
        once for each record
          fetch
            scan index i [in parameter(#0)…]
        """,
        ALL.where(startsWith(TAG, "a")),
        Index.value("i", TAG));
  }

  @Test
  void fewFirstRowsAreHeldWhereNoIndexGivesTheOrder() {
    assertPlan(
        """
        fetch
          first 3 by field(score) desc, key ASCENDING
            scan records Subject
        """,
        ALL.orderBy(descending(SCORE)).limit(3));
  }

  @Test
  void limitMakesTheOrderOfAnIndexBetterThanAFilterByAnother() {
    Index[] indexes = {Index.value("t", TEAM), Index.value("s", SCORE)};
    RecordQuery query = ALL.where(equal(TEAM, "a")).orderBy(ascending(SCORE));
    assertPlan(
        """
        filter (field(team) = parameter(#0))
          fetch
            scan index s
        """,
        query.limit(1),
        indexes);
  }
}
