package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.allOf;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import org.junit.jupiter.api.Test;

/** The plans of conditions on one element, as text. */
final class ElementPlansTest {
  private static final KeyExpression LINE = field("line", FanType.FAN_OUT);
  private static final KeyExpression POINT = field("point", FanType.FAN_OUT);
  private static final KeyExpression SKU = field("sku");
  private static final KeyExpression QUANTITY = field("quantity");
  private static final KeyExpression MARK = field("mark", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final QueryPredicate MANY_X = and(equal(SKU, "x"), greater(QUANTITY, 3));
  private static final Index TOGETHER = Index.value("i", line(concat(SKU, QUANTITY)));

  private static KeyExpression line(KeyExpression column) {
    return nest("line", FanType.FAN_OUT, column);
  }

  private static void assertPlan(String expected, RecordQuery query, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      assertEquals(expected, fixture.text(query).replaceAll("\\$[0-9a-f]+", "\\$…"));
    }
  }

  @Test
  void indexOfColumnsOfOneElementAnswersExactly() {
    assertPlan(
        """
        once for each record
          fetch
            scan index i [= parameter(#0), in (parameter(#1), ∞)]
        """,
        ALL.where(anyOf(LINE, MANY_X)),
        TOGETHER);
    assertPlan(
        """
        fetch
          scan index i [= parameter(#0), = parameter(#1)]
        """,
        ALL.where(anyOf(LINE, and(equal(SKU, "x"), equal(QUANTITY, 3)))),
        TOGETHER);
  }

  @Test
  void indexOfOneColumnGivesCandidates() {
    assertPlan(
        """
        filter anyOf(field(line, FAN_OUT), ((field(sku) = parameter(#0)) and (field(quantity) > parameter(#1))))
          fetch
            scan index i [= parameter(#0)]
        """,
        ALL.where(anyOf(LINE, MANY_X)),
        Index.value("i", line(SKU)));
  }

  @Test
  void columnsOfTwoElementsGiveCandidates() {
    assertPlan(
        """
        filter anyOf(field(line, FAN_OUT), ((field(sku) = parameter(#0)) and (field(quantity) = parameter(#1))))
          fetch
            scan index q [= parameter(#1)]
        """,
        ALL.where(anyOf(LINE, and(equal(SKU, "x"), equal(QUANTITY, 3)))),
        Index.value("q", line(QUANTITY)),
        Index.value("s", line(SKU)));
  }

  @Test
  void comparisonsOfTheRecordMayBeOfTwoElements() {
    assertPlan(
        """
        filter (nest(line, FAN_OUT, field(quantity)) = parameter(#1))
          once for each record
            fetch
              scan index i [= parameter(#0)]
        """,
        ALL.where(and(equal(line(SKU), "x"), equal(line(QUANTITY), 3))),
        TOGETHER);
  }

  @Test
  void valueBetweenTwoEndsIsARange() {
    assertPlan(
        """
        once for each record
          fetch
            scan index i [in (parameter(#0), parameter(#1))]
        """,
        ALL.where(anyOf(POINT, and(greater(element(), 3), less(element(), 7)))),
        Index.value("i", POINT));
  }

  @Test
  void aListAndBranchesOfOneElementAreTakenApart() {
    assertPlan(
        """
        for each $… of (nest(line, FAN_OUT, field(sku)) in parameter(#0))
          once for each record
            fetch
              scan index i [= parameter($…), in (parameter(#1), ∞)]
        """,
        ALL.where(anyOf(LINE, and(in(SKU, "x", "y"), greater(QUANTITY, 3)))),
        TOGETHER);
    assertPlan(
        """
        one after another, without repetition
          fetch
            scan index i [= parameter(#0), = parameter(#1)]
          fetch
            scan index i [= parameter(#2), = parameter(#3)]
        """,
        ALL.where(
            anyOf(
                LINE,
                or(
                    and(equal(SKU, "x"), equal(QUANTITY, 3)),
                    and(equal(SKU, "y"), equal(QUANTITY, 4))))),
        TOGETHER);
  }

  @Test
  void elementsOfElementsAreOfOneEntry() {
    Index deep = Index.value("i", line(concat(SKU, MARK)));
    assertPlan(
        """
        fetch
          scan index i [= parameter(#0), = parameter(#1)]
        """,
        ALL.where(anyOf(LINE, and(equal(SKU, "x"), anyOf(MARK, equal(element(), "m"))))),
        deep);
    assertPlan(
        """
        filter (nest(line, FAN_OUT, field(sku)) = parameter(#0))
          scan records Subject
        """,
        ALL.where(equal(line(SKU), "x")), // a line without marks has no entry
        deep);
  }

  @Test
  void eachAndNoneAreTestedOnRecords() {
    assertPlan(
        """
        filter allOf(field(line, FAN_OUT), ((field(sku) <> parameter(#0)) or (field(quantity) <= parameter(#1))))
          scan records Subject
        """,
        ALL.where(not(anyOf(LINE, MANY_X))),
        TOGETHER);
    assertPlan(
        """
        filter allOf(field(line, FAN_OUT), (field(sku) = parameter(#0)))
          scan records Subject
        """,
        ALL.where(allOf(LINE, equal(SKU, "x"))),
        TOGETHER);
  }

  @Test
  void sparseIndexIsImpliedByAPartOfTheCondition() {
    assertPlan(
        """
        filter anyOf(field(line, FAN_OUT), ((field(sku) = literal("x")) and (field(quantity) > parameter(#0))))
          fetch
            scan index i [= parameter(#1)]
        """,
        ALL.where(and(anyOf(LINE, MANY_X), equal(field("team"), "t"))),
        Index.value("i", field("team")).where(equal(line(SKU), "x")));
  }
}
