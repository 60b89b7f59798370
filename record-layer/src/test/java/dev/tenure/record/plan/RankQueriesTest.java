package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.key.Keys.rankFromTop;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.text.FilterText;
import dev.tenure.record.query.text.OrderText;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditions and orders on ranks. */
final class RankQueriesTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression RANK = rank(TEAM, SCORE);
  private static final Index BY_SCORE =
      Index.rank("by-score", grouping(concat(TEAM, SCORE), 1)).countDuplicates();
  private static final RecordQuery ALL = RecordQuery.of("Subject");

  private static final PlannerOptions LARGE_GROUPS =
      PlannerOptions.defaults()
          .withStatistics(
              Statistics.declared()
                  .distinct("Subject", 2, TEAM)
                  .distinct("Subject", 2, field("slot")));

  /** Scores of team a by id: 10, 20, 20, 30, 40, null; of team b: 5, 6. */
  private static final List<Subject> RECORDS =
      List.of(
          subject(1, "a").setScore(10).build(),
          subject(2, "a").setScore(20).build(),
          subject(3, "a").setScore(20).setSlot(7).build(),
          subject(4, "a").setScore(30).build(),
          subject(5, "a").setScore(40).setSlot(7).build(),
          subject(6, "a").build(),
          subject(7, "b").setScore(5).build(),
          subject(8, "b").setScore(6).build());

  private static Subject.Builder subject(long id, String team) {
    return Subject.newBuilder().setId(id).setTeam(team);
  }

  private static RecordMetaData metaData(Index... indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")));
    for (Index index : indexes) {
      builder.index("Subject", index);
    }
    return builder.build();
  }

  private static void assertIds(List<Long> expected, RecordQuery query, Index... indexes) {
    try (CheckedStore store = new CheckedStore(metaData(indexes), RECORDS)) {
      List<Long> found = CheckedStore.ids(store.keys(query));
      List<Long> compared = query.order().isEmpty() ? found.stream().sorted().toList() : found;
      assertEquals(expected, compared, () -> store.store().explain(query));
    }
  }

  private static String plan(RecordQuery query, Index... indexes) {
    return plan(query, PlanFixture.OPTIONS, indexes);
  }

  private static String plan(RecordQuery query, PlannerOptions options, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      return fixture
          .store
          .queries()
          .plan(query, options)
          .toString()
          .replaceAll("\\$[0-9a-f]+", "\\$…");
    }
  }

  private static QueryPredicate ofA(QueryPredicate condition) {
    return and(equal(TEAM, "a"), condition);
  }

  @Test
  void ranksAreAskedForInText() {
    Descriptor type = Subject.getDescriptor();
    assertIds(
        List.of(5L, 4L),
        ALL.where(FilterText.parse("team = a AND rank(team, score) > 2", type))
            .orderBy(OrderText.parse("rank(team, score) desc", type).toArray(OrderColumn[]::new)),
        BY_SCORE);
  }

  @Test
  void rangeOfRanksIsAScanOfTheIndexInTheOrderOfScores() {
    RecordQuery query = ALL.where(ofA(and(greaterOrEqual(RANK, 1), less(RANK, 4))));
    assertEquals(
        """
        fetch
          scan index by-score [= parameter(#0)] rank < parameter(#2) and >= parameter(#1)
        """,
        plan(query.orderBy(ascending(SCORE)), BY_SCORE));
    assertEquals(
        """
        fetch
          scan index by-score [= parameter(#0)] rank < parameter(#2) and >= parameter(#1) reverse
        """,
        plan(query.orderBy(descending(SCORE)), BY_SCORE));
    assertIds(List.of(1L, 2L, 3L), query.orderBy(ascending(SCORE)), BY_SCORE);
    assertIds(List.of(3L, 2L, 1L), query.orderBy(descending(SCORE)), BY_SCORE);
  }

  @Test
  void tieHasOneRankAndDuplicatesCountAsTheIndexSays() {
    assertIds(List.of(2L, 3L), ALL.where(ofA(equal(RANK, 2))), BY_SCORE);
    assertIds(List.of(), ALL.where(ofA(equal(RANK, 3))), BY_SCORE);
    assertIds(List.of(1L, 2L, 3L, 6L), ALL.where(ofA(lessOrEqual(RANK, 2))), BY_SCORE);
    assertIds(
        List.of(4L),
        ALL.where(ofA(equal(RANK, 3))),
        Index.rank("by-score", grouping(concat(TEAM, SCORE), 1)));
  }

  @Test
  void ranksAreCountedFromTheTopToo() {
    RecordQuery query = ALL.where(ofA(less(rankFromTop(TEAM, SCORE), 2)));
    assertEquals(
        """
        fetch
          scan index by-score [= parameter(#0)] rank from top < parameter(#1)
        """,
        plan(query, BY_SCORE));
    assertIds(List.of(4L, 5L), query, BY_SCORE);
  }

  @Test
  void otherConditionsAreTestedOnTheRowsOfTheRange() {
    RecordQuery query = ALL.where(and(equal(TEAM, "a"), equal(field("slot"), 7), less(RANK, 4)));
    assertEquals(
        """
        filter (field(slot) = parameter(#1))
          fetch
            scan index by-score [= parameter(#0)] rank < parameter(#2)
        """,
        plan(query, BY_SCORE));
    assertIds(List.of(3L), query, BY_SCORE);
  }

  @Test
  void entriesOfARangeOfRanksCoverTheirColumns() {
    assertEquals(
        "scan index by-score [= parameter(#0)] rank < parameter(#1)\n",
        plan(ALL.where(ofA(less(RANK, 4))).select(field("id"), SCORE), BY_SCORE));
  }

  @Test
  void indexIsAskedForTheRankOfEachRecordWhereNoGroupIsBound() {
    RecordQuery query = ALL.where(less(RANK, 1));
    assertEquals(
        """
        filter by ranks (function(rank, list(concat(field(team), field(score)))) < parameter(#0))
          scan records Subject
        """,
        plan(query, BY_SCORE));
    assertIds(List.of(6L, 7L), query, BY_SCORE);
    assertIds(List.of(2L, 3L, 4L, 5L, 6L, 7L), ALL.where(notEqual(RANK, 1)), BY_SCORE);
    assertIds(List.of(1L, 8L), ALL.where(and(not(less(RANK, 1)), lessOrEqual(RANK, 1))), BY_SCORE);
  }

  /** Seed 1,700,001 of the world of queries: elements were read from a row of ranks. */
  @Test
  void rankBesideAConditionOnElements() {
    QueryPredicate never = anyOf(field("tag", FanType.FAN_OUT), equal(element(), "none has it"));
    assertIds(List.of(6L, 7L), ALL.where(or(less(RANK, 1), never)), BY_SCORE);
  }

  @Test
  void listsAndBranchesOfRanks() {
    assertIds(List.of(2L, 3L, 6L), ALL.where(ofA(in(RANK, 0, 2, 99))), BY_SCORE);
    RecordQuery either = ALL.where(or(ofA(greaterOrEqual(RANK, 4)), equal(TEAM, "b")));
    assertIds(List.of(4L, 5L, 7L, 8L), either, BY_SCORE);
    assertIds(List.of(4L, 5L, 7L, 8L), either, BY_SCORE, Index.value("by-team", TEAM));
    assertIds(
        List.of(1L, 3L, 5L, 6L),
        ALL.where(ofA(or(less(RANK, 2), equal(field("slot"), 7)))),
        BY_SCORE);
  }

  @Test
  void rankOfARecordThatTheIndexDoesNotHaveIsNull() {
    Index sparse = BY_SCORE.where(less(SCORE, 35));
    assertIds(List.of(5L, 6L), ALL.where(ofA(isNull(RANK))), sparse);
    assertIds(
        List.of(1L, 2L, 3L),
        ALL.where(and(equal(TEAM, "a"), less(SCORE, 35), less(RANK, 2))),
        sparse);
    assertIds(List.of(1L, 2L, 3L), ALL.where(ofA(less(RANK, 2))), sparse);
    assertIds(List.of(4L), ALL.where(ofA(not(less(RANK, 2)))), sparse);
  }

  @Test
  void orderByRankIsOrderByScoreInOneGroup() {
    RecordQuery query = ALL.where(equal(TEAM, "a"));
    assertEquals(
        "fetch\n  scan index by-score [= parameter(#0)] reverse\n",
        plan(query.orderBy(ascending(rankFromTop(TEAM, SCORE))).limit(3), BY_SCORE));
    assertIds(
        List.of(5L, 4L, 3L), query.orderBy(ascending(rankFromTop(TEAM, SCORE))).limit(3), BY_SCORE);
    assertIds(List.of(6L, 1L), query.orderBy(ascending(RANK)).limit(2), BY_SCORE);
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> plan(ALL.orderBy(ascending(RANK)), BY_SCORE));
    assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("bind the columns of the group"),
        String.valueOf(refused.getMessage()));
  }

  @Test
  void groupColumnsComeInAnyOrderAndScoresInOrdersOfTheirOwn() {
    KeyExpression slot = field("slot");
    Index index =
        Index.rank(
            "by-two",
            grouping(concat(slot, TEAM, ordered(KeyOrder.DESCENDING_NULLS_LAST, SCORE)), 1));
    KeyExpression rank = rank(TEAM, slot, ordered(KeyOrder.DESCENDING_NULLS_LAST, SCORE));
    RecordQuery query = ALL.where(and(equal(TEAM, "a"), equal(slot, 7), less(rank, 1)));
    assertEquals(
        "fetch\n  scan index by-two [= parameter(#1), = parameter(#0)] rank < parameter(#2)\n",
        plan(query, LARGE_GROUPS, index));
    assertIds(List.of(5L), query, index);
  }

  @Test
  void limitsMayBeParametersOfAnySize() {
    QueryPredicate condition = ofA(less(RANK, parameter("n")));
    try (CheckedStore store = new CheckedStore(metaData(BY_SCORE), RECORDS)) {
      QueryPlan plan = store.plan(ALL.where(condition), PlannerOptions.defaults());
      assertEquals(6, store.keys(plan, Bindings.of("n", Long.MAX_VALUE)).size());
      assertEquals(0, store.keys(plan, Bindings.of("n", -3)).size());
      assertEquals(List.of(6L, 1L), CheckedStore.ids(store.keys(plan, Bindings.of("n", 2))));
      assertThrows(IllegalArgumentException.class, () -> store.keys(plan, Bindings.of("n", "two")));
    }
  }

  @Test
  void ranksAreThoseOfTheTransactionWithItsOwnChanges() {
    try (CheckedStore store = new CheckedStore(metaData(BY_SCORE), RECORDS)) {
      store.store().context().join(store.store().save(subject(9, "a").setScore(1).build()));
      assertEquals(List.of(9L), CheckedStore.ids(store.keys(ALL.where(ofA(equal(RANK, 1))))));
    }
  }

  @Test
  void withoutAnIndexTheErrorSaysWhichWouldServe() {
    for (Index[] indexes : new Index[][] {{}, {Index.rank("other", SCORE)}}) {
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class, () -> plan(ALL.where(ofA(less(RANK, 3))), indexes));
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, refused.code());
      assertTrue(
          String.valueOf(refused.getMessage())
              .contains(
                  "Index.rank(\"by-score\", grouping(concat(field(\"team\"), field(\"score\")), 1))"),
          String.valueOf(refused.getMessage()));
    }
  }

  @Test
  void rankThatTwoIndexesCountOtherwiseIsRefusedUnlessOneIsNamed() {
    Index distinct = Index.rank("distinct", grouping(concat(TEAM, SCORE), 1));
    RecordQuery query = ALL.where(ofA(equal(RANK, 3)));
    assertThrows(IllegalArgumentException.class, () -> plan(query, BY_SCORE, distinct));
    assertIds(List.of(4L), query.allowIndexes("distinct"), BY_SCORE, distinct);
    assertIds(List.of(), query.forbidIndexes("distinct"), BY_SCORE, distinct);
  }

  @Test
  void ranksAreInConditionsAndOrdersOfQueriesOnly() {
    assertThrows(IllegalArgumentException.class, () -> rank());
    assertThrows(IllegalArgumentException.class, () -> rank(TEAM, field("tag", FanType.FAN_OUT)));
    assertThrows(IllegalArgumentException.class, () -> rank(TEAM, RANK));
    assertThrows(IllegalArgumentException.class, () -> metaData(Index.value("i", RANK)));
    assertThrows(
        IllegalArgumentException.class,
        () -> metaData(Index.value("i", TEAM).where(less(RANK, 3))));
    assertThrows(IllegalArgumentException.class, () -> plan(ALL.select(RANK), BY_SCORE));
    KeyExpression computed = ordered(KeyOrder.DESCENDING_NULLS_LAST, RANK);
    assertThrows(
        IllegalArgumentException.class, () -> plan(ALL.orderBy(ascending(computed)), BY_SCORE));
    List<RuntimeException> refused = new ArrayList<>();
    for (QueryPredicate each : List.of(isNull(computed), equal(computed, new byte[1]))) {
      refused.add(
          assertThrows(IllegalArgumentException.class, () -> plan(ALL.where(each), BY_SCORE)));
    }
    assertEquals(2, refused.size());
  }
}
