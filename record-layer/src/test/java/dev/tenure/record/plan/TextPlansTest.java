package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.TextPredicates.containsAll;
import static dev.tenure.record.query.TextPredicates.containsAny;
import static dev.tenure.record.query.TextPredicates.containsPart;
import static dev.tenure.record.query.TextPredicates.containsPhrase;
import static dev.tenure.record.query.TextPredicates.containsPrefix;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoreQueries;
import dev.tenure.record.test.Subject;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plans that are best of conditions that text and bitmap indexes answer, as text. */
final class TextPlansTest {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final Index BY_TEXT = Index.of("t", TextIndexType.NAME, TEXT);

  private static Index bitmap(String name, KeyExpression group) {
    return Index.of(name, Index.BITMAP_VALUE, grouping(concat(group, ID), 1));
  }

  private static void assertPlan(String expected, RecordQuery query, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      assertEquals(expected, fixture.text(query).replaceAll("\\$[0-9a-f]+", "\\$…"));
    }
  }

  @Test
  void phraseIsReadFromItsIndexInTheOrderOfKeys() {
    assertPlan(
        """
        fetch
          scan index t for (field(text) contains phrase parameter(#0)) reverse
        """,
        ALL.where(containsPhrase(TEXT, "sea storm")).orderBy(OrderColumn.descending(ID)),
        BY_TEXT);
  }

  @Test
  void textIsIntersectedWithAValue() {
    assertPlan(
        """
        fetch
          intersection by key ASCENDING
            scan index s [= parameter(#0)]
            scan index t for (field(text) contains any parameter(#1))
        """,
        ALL.where(and(equal(TAG, "x"), containsAny(TEXT, "sea storm"))),
        Index.value("s", TAG),
        BY_TEXT);
    assertPlan(
        """
        filter (field(tag, FAN_OUT) = parameter(#0))
          fetch
            scan index t for (field(text) contains all parameter(#1))
        """,
        ALL.where(and(equal(TAG, "x"), containsAll(TEXT, "sea"))),
        Index.value("s", TAG),
        BY_TEXT);
  }

  @Test
  void groupOfATextIndexIsBoundByEqualities() {
    Index grouped = Index.of("g", TextIndexType.NAME, grouping(concat(TEAM, TEXT), 1));
    assertPlan(
        """
        filter (field(score) > parameter(#1))
          fetch
            scan index g [= parameter(#0)] for (field(text) contains any parameter(#2))
        """,
        ALL.where(and(equal(TEAM, "a"), greater(SCORE, 3), containsAny(TEXT, "sea storm"))),
        grouped);
    assertPlan(
        """
        filter (field(text) contains any parameter(#0))
          scan records Subject
        """,
        ALL.where(containsAny(TEXT, "sea storm")),
        grouped);
  }

  @Test
  void partOfAWordIsReadFromSuffixes() {
    assertPlan(
        """
        fetch
          scan index n for (field(text) contains prefix parameter(#0) in ngram-suffixes)
        """,
        ALL.where(containsPart(TEXT, "torm")),
        BY_TEXT,
        Index.of("n", TextIndexType.NAME, TEXT)
            .option(TextIndexType.TOKENIZER, Tokenizers.SUFFIXES));
  }

  /** The search reads the entries of 300 records to find 100: each 20 lie in one key. */
  @Test
  void entriesOfATokenShareTheirKeys() {
    RecordQuery words = ALL.where(containsAll(TEXT, "sea"));
    RecordQuery begins = ALL.where(containsPrefix(TEXT, "sea"));
    try (PlanFixture fixture = new PlanFixture(BY_TEXT)) {
      assertEquals(3 + 300 / 20.0 + 2 * 100, cost(fixture, words), 1);
      assertEquals(3 + 300 + 2 * 300, cost(fixture, begins), 1);
    }
  }

  private static double cost(PlanFixture fixture, RecordQuery query) {
    return fixture.plan(query).estimate().whole();
  }

  @Test
  void indexWithoutPositionsGivesCandidates() {
    Index omitting = BY_TEXT.option(TextIndexType.OMIT_POSITIONS, "true");
    assertPlan(
        """
        filter (field(text) contains phrase parameter(#0))
          fetch
            scan index t for (field(text) contains tokens parameter(#0))
        """,
        ALL.where(containsPhrase(TEXT, "sea storm")),
        omitting);
    assertPlan(
        """
        filter (field(text) contains any parameter(#0))
          scan records Subject
        """,
        ALL.where(containsAny(TEXT, "sea storm")),
        omitting);
  }

  @Test
  void bitmapsArePutTogetherBeforeTheFetch() {
    Index[] bitmaps = {bitmap("a", TEAM), bitmap("b", SLOT), bitmap("c", SCORE)};
    assertPlan(
        """
        fetch
          positions (b [= parameter(#1)] and a [= parameter(#0)])
        """,
        ALL.where(and(equal(TEAM, "a"), equal(SLOT, 3))),
        bitmaps);
    assertPlan(
        """
        fetch
          positions (b [= parameter(#0)] or a [= parameter(#1)])
        """,
        ALL.where(or(equal(SLOT, 3), equal(TEAM, "a"))).orderBy(OrderColumn.ascending(ID)),
        bitmaps);
    assertPlan(
        """
        fetch
          positions a [= parameter(#0)] without c [= null], b [= parameter(#1)], b [= null]
        """,
        ALL.where(and(equal(TEAM, "a"), notEqual(SLOT, 3), not(isNull(SCORE)))),
        bitmaps);
    assertPlan("positions a [= parameter(#0)]\n", ALL.where(equal(TEAM, "a")).select(ID), bitmaps);
  }

  @Test
  void listsAreAnsweredByABitmapOfEachValue() {
    Index[] bitmaps = {bitmap("a", TEAM), bitmap("b", SLOT), bitmap("c", SCORE)};
    assertPlan(
        """
        fetch
          positions (b [= parameter($…)] for each $… of (field(slot) in parameter(#1)) and a [= parameter(#0)])
        """,
        ALL.where(and(equal(TEAM, "a"), in(SLOT, 3, 4))),
        bitmaps);
    assertPlan(
        """
        fetch
          positions (b [= parameter($…)] for each $… of (field(slot) in parameter(#0)) or a [= parameter(#1)])
        """,
        ALL.where(or(in(SLOT, 3, 4), equal(TEAM, "a"))),
        bitmaps);
    assertPlan(
        """
        fetch
          positions a [= parameter(#0)] without b [= parameter($…)] for each $… of (field(slot) in parameter(#1)), b [= null]
        """,
        ALL.where(and(equal(TEAM, "a"), not(in(SLOT, 3, 4)))),
        bitmaps);
  }

  /** A list of a parameter may be empty when a kept plan is run. */
  @Test
  void listWithoutValuesHasNoPositions() {
    QueryPredicate listed = in(SLOT, parameter("slots"));
    try (PlanFixture fixture = slots(4)) {
      QueryPredicate ofTeam = equal(TEAM, "a");
      assertEquals(0, count(fixture, listed));
      assertEquals(0, count(fixture, and(ofTeam, listed)));
      assertEquals(2, count(fixture, or(listed, ofTeam)));
      assertEquals(2, count(fixture, and(ofTeam, not(listed))));
    }
  }

  @Test
  void listOfManyValuesHasThePositionsOfEach() {
    QueryPredicate listed = in(SLOT, 1, 3, 5, 7, 9);
    try (PlanFixture fixture = slots(10)) {
      QueryPredicate ofTeam = equal(TEAM, "a");
      assertEquals(1, count(fixture, and(ofTeam, listed)));
      assertEquals(6, count(fixture, or(ofTeam, listed)));
      assertEquals(1, count(fixture, and(ofTeam, not(listed))));
    }
  }

  /** One record for each slot, from 0 on. The last two are of team a, the others of team b. */
  private static PlanFixture slots(int count) {
    PlanFixture fixture = new PlanFixture(bitmap("a", TEAM), bitmap("b", SLOT));
    for (long id = 0; id < count; id++) {
      Subject subject =
          Subject.newBuilder().setId(id).setTeam(id < count - 2 ? "b" : "a").setSlot(id).build();
      var unused = fixture.join(fixture.store.save(subject));
    }
    return fixture;
  }

  private static int count(PlanFixture fixture, QueryPredicate condition) {
    StoreQueries queries = fixture.store.queries();
    QueryPlan plan = fixture.plan(ALL.where(condition).select(ID));
    assertTrue(plan.toString().contains("positions"), plan::toString);
    Bindings none = Bindings.of("slots", List.of());
    return fixture
        .join(queries.run(plan, none, Continuation.START, ScanOptions.defaults()).asList())
        .size();
  }

  @Test
  void positionsThatTellNoRecordAreNotRead() {
    assertPlan(
        """
        filter (field(team) = parameter(#0))
          scan records Subject
        """,
        ALL.where(equal(TEAM, "a")),
        Index.of("p", Index.BITMAP_VALUE, grouping(concat(TEAM, SLOT), 1)));
    assertPlan(
        """
        filter (field(team) <> parameter(#0))
          scan records Subject
        """,
        ALL.where(notEqual(TEAM, "a")),
        bitmap("a", TEAM));
  }
}
