package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Two plans as one, and rows without repetition. */
final class NestedPlanTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SLOT = field("slot");
  private static final Index BY_TEAM = Index.value("t", concat(TEAM, SLOT));
  private static final RecordQuery RIVALS =
      RecordQuery.of("Rival").orderBy(descending(field("id")));
  private static final RecordQuery OF_TEAM =
      RecordQuery.of("Subject").where(equal(TEAM, parameter("team"))).orderBy(ascending(SLOT));

  private static PlanFixture filled(Index... indexes) {
    PlanFixture fixture = new PlanFixture(indexes);
    for (int id = 1; id <= 12; id++) {
      String team = List.of("a", "b", "c").get(id % 3);
      fixture.join(
          fixture.store.save(
              Subject.newBuilder().setId(id).setTeam(team).setSlot(7 - id / 2).build()));
    }
    fixture.join(fixture.store.save(Rival.newBuilder().setId(1).setTeam("a").build()));
    fixture.join(fixture.store.save(Rival.newBuilder().setId(2).setTeam("none").build()));
    fixture.join(fixture.store.save(Rival.newBuilder().setId(3).setTeam("b").build()));
    return fixture;
  }

  private static Bindings team(QueryRow rival) {
    Rival message = (Rival) rival.record().orElseThrow().message();
    return Bindings.of("team", message.getTeam());
  }

  private static NestedPlan nested(PlanFixture fixture) {
    return fixture.plan(RIVALS).each(fixture.plan(OF_TEAM), NestedPlanTest::team);
  }

  private static List<String> run(PlanFixture fixture, NestedPlan plan, ScanOptions options) {
    List<String> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<NestedPlan.Pair> page =
          fixture.join(fixture.store.queries().run(plan, Bindings.none(), from, options).asPage());
      page.items()
          .forEach(pair -> rows.add(pair.outer().primaryKey() + " " + pair.inner().primaryKey()));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return rows;
  }

  @Test
  void innerRowsComeInTheOrderOfTheOuterOnesHoweverTheyAreCut() {
    try (PlanFixture fixture = filled(BY_TEAM)) {
      List<String> whole =
          List.of(
              "(3) (10)",
              "(3) (7)",
              "(3) (4)",
              "(3) (1)",
              "(1) (12)",
              "(1) (9)",
              "(1) (6)",
              "(1) (3)");
      for (int width : new int[] {1, 2, 10}) {
        NestedPlan plan = nested(fixture).withWidth(width);
        assertEquals(whole, run(fixture, plan, ScanOptions.defaults()));
        assertEquals(whole, run(fixture, plan, ScanOptions.defaults().withRowsMax(1)));
        assertEquals(whole, run(fixture, plan, ScanOptions.defaults().withRecordsMax(1)));
      }
      NestedPlan firsts =
          fixture.plan(RIVALS).each(fixture.plan(OF_TEAM.limit(1)), NestedPlanTest::team);
      assertEquals(
          List.of("(3) (10)", "(1) (12)"),
          run(fixture, firsts, ScanOptions.defaults().withRowsMax(1)));
    }
  }

  private static RecordCursor.Page<NestedPlan.Pair> page(
      PlanFixture fixture, NestedPlan plan, Bindings given, Continuation from) {
    return fixture.join(
        fixture
            .store
            .queries()
            .run(plan, given, from, ScanOptions.defaults().withRowsMax(1))
            .asPage());
  }

  private static void assertRefused(
      String reason, PlanFixture fixture, NestedPlan plan, Bindings given, Continuation from) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> page(fixture, plan, given, from));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains(reason),
        String.valueOf(refused.getMessage()));
  }

  @Test
  void continuationsOfOtherPlansAndValuesAreRefused() {
    try (PlanFixture fixture = filled(BY_TEAM)) {
      QueryPlan from = fixture.plan(RIVALS.where(greater(field("id"), parameter("least"))));
      QueryPlan inner = fixture.plan(OF_TEAM);
      Bindings given = Bindings.of("least", 0);
      NestedPlan plan = from.each(inner, NestedPlanTest::team);
      Continuation first = page(fixture, plan, given, Continuation.START).continuation();
      assertEquals(1, page(fixture, plan, given, first).items().size());
      assertRefused("another outer plan", fixture, nested(fixture), Bindings.none(), first);
      NestedPlan other = from.each(fixture.plan(OF_TEAM.limit(3)), NestedPlanTest::team);
      assertRefused("another inner plan", fixture, other, given, first);
      assertRefused(
          "another set of parameter values", fixture, plan, Bindings.of("least", 1), first);
      NestedPlan slots =
          from.each(fixture.plan(OF_TEAM.where(less(SLOT, 3)).orderBy()), NestedPlanTest::team);
      Continuation ofSlots = page(fixture, slots, given, Continuation.START).continuation();
      NestedPlan otherSlots =
          from.each(fixture.plan(OF_TEAM.where(less(SLOT, 4)).orderBy()), NestedPlanTest::team);
      assertRefused("another set of parameter values", fixture, otherSlots, given, ofSlots);
      assertThrows(IllegalArgumentException.class, () -> plan.withWidth(0));
      assertThrows(IllegalArgumentException.class, () -> plan.withWidth(NestedPlan.WIDTH_MAX + 1));
      assertTrue(plan.explain().contains("inner, for each"), plan.explain());
    }
  }

  private static List<String> values(PlanFixture fixture, RecordQuery query, ScanOptions options) {
    QueryPlan plan = fixture.plan(query);
    List<String> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<QueryRow> page =
          fixture.join(fixture.store.queries().run(plan, Bindings.none(), from, options).asPage());
      page.items().forEach(row -> rows.add(row.values().toString()));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return rows;
  }

  @Test
  void distinctRowsAreStreamedOverAnOrder() {
    try (PlanFixture fixture = filled(BY_TEAM)) {
      RecordQuery teams = RecordQuery.of("Subject").select(TEAM).distinct();
      List<String> expected = List.of("(\"a\")", "(\"b\")", "(\"c\")");
      assertEquals("distinct by [field(team)]\n  scan index t\n", fixture.plan(teams).toString());
      for (ScanOptions options :
          List.of(
              ScanOptions.defaults(),
              ScanOptions.defaults().withRowsMax(1),
              ScanOptions.defaults().withRecordsMax(1))) {
        assertEquals(expected, values(fixture, teams, options));
        assertEquals(
            expected.subList(0, 2), values(fixture, teams.limit(2), options)); // over all pages
        assertEquals(
            List.of("(\"c\")", "(\"b\")", "(\"a\")"),
            values(fixture, teams.orderBy(descending(TEAM)), options));
      }
      RecordQuery both = RecordQuery.of("Subject").select(SLOT, TEAM).distinct();
      List<String> pairs = values(fixture, both, ScanOptions.defaults().withRowsMax(1));
      assertEquals(12, pairs.size());
      assertEquals(pairs.size(), new TreeSet<>(pairs).size());
    }
  }

  @Test
  void distinctRowsWithoutAnOrderAreRefusedWithTheIndex() {
    try (PlanFixture fixture = filled(BY_TEAM)) {
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class,
              () -> fixture.plan(RecordQuery.of("Subject").select(SLOT).distinct().limit(3)));
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, refused.code());
      assertTrue(
          String.valueOf(refused.getMessage())
              .contains("Index.value(\"by-slot\", field(\"slot\"))"),
          String.valueOf(refused.getMessage()));
      assertThrows(IllegalArgumentException.class, () -> RecordQuery.of("Subject").distinct());
      OrderColumn slot = ascending(SLOT);
      assertThrows(
          IllegalArgumentException.class,
          () -> fixture.plan(RecordQuery.of("Subject").select(TEAM).distinct().orderBy(slot)));
    }
  }
}
