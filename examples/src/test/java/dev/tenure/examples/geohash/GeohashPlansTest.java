package dev.tenure.examples.geohash;

import static dev.tenure.examples.geohash.Places.place;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.examples.geohash.proto.Place;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Boxes that the planner finds: what docs/planner-extensions.md shows. */
final class GeohashPlansTest {
  private static final PlannerOptions OPTIONS =
      PlannerOptions.defaults()
          .withTopRowsMax(0)
          .withRules(PlannerRules.builtIn().with(new FindBoxes()).with(new ReadBoxes()));

  private static final int PLANS_MAX = 100;

  private static final RecordQuery IN_BOX =
      RecordQuery.of("Place")
          .where(
              and(
                  greaterOrEqual(field("latitude"), parameter("south")),
                  lessOrEqual(field("latitude"), parameter("north")),
                  greaterOrEqual(field("longitude"), parameter("west")),
                  lessOrEqual(field("longitude"), parameter("east"))));

  private static final OrderColumn BY_CELL =
      OrderColumn.ascending(CellFunction.cell(field("latitude"), field("longitude")));

  private static QueryPlan plan(Places places, RecordQuery query, PlannerOptions options) {
    return places.in(
        store -> CompletableFuture.completedFuture(store.queries().plan(query, options)));
  }

  /** The plan that is chosen, and others that the rules make. */
  private static List<QueryPlan> plans(Places places, RecordQuery query, Bindings values) {
    return places.in(
        store ->
            CompletableFuture.completedFuture(
                store.queries().alternatives(query, values, OPTIONS, PLANS_MAX)));
  }

  private static List<Long> ids(Places places, QueryPlan plan, Bindings values, int rowsMax) {
    List<Long> ids = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      Continuation at = from;
      ScanOptions options = ScanOptions.defaults().withRowsMax(rowsMax);
      RecordCursor.Page<QueryRow> page =
          places.in(store -> store.queries().run(plan, values, at, options).asPage());
      page.items().forEach(row -> ids.add(row.primaryKey().getLong(1)));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return ids;
  }

  @Test
  void fourComparisonsAreABox() {
    try (Places places = new Places()) {
      String plan = plan(places, IN_BOX, OPTIONS).toString();
      assertTrue(plan.contains("scan box of index by-place"), plan);
      QueryPredicate inSwitzerland =
          and(IN_BOX.condition().orElseThrow(), equal(field("country"), "CH"));
      String ofGroup = plan(places, IN_BOX.where(inSwitzerland), OPTIONS).toString();
      assertTrue(ofGroup.contains("scan box of index by-country"), ofGroup);
    }
  }

  @Test
  void threeComparisonsAreNoBox() {
    try (Places places = new Places()) {
      RecordQuery open =
          RecordQuery.of("Place")
              .where(
                  and(
                      greaterOrEqual(field("latitude"), 1.0),
                      lessOrEqual(field("latitude"), 2.0),
                      greater(field("longitude"), 3.0)));
      assertTrue(plan(places, open, OPTIONS).toString().contains("scan records Place"));
      String without = plan(places, IN_BOX, PlannerOptions.defaults()).toString();
      assertTrue(without.contains("scan records Place"), without);
    }
  }

  @Test
  void boxComesInTheOrderOfCells() {
    try (Places places = new Places()) {
      String plan = plan(places, IN_BOX.orderBy(BY_CELL), OPTIONS).toString();
      assertTrue(plan.contains("scan box of index by-place"), plan);
      OrderColumn byLatitude = OrderColumn.ascending(field("latitude"));
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class, () -> plan(places, IN_BOX.orderBy(byLatitude), OPTIONS));
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, refused.code());
    }
  }

  @Test
  void boxesHaveThePlacesThatALookAtEachHas() {
    try (Places places = new Places()) {
      Random random = new Random(7);
      List<Place> all = new ArrayList<>();
      for (int id = 0; id < 60; id++) {
        all.add(place(id % 2 == 0 ? "CH" : "IT", id, degrees(random, 90), degrees(random, 180)));
      }
      places.save(all.toArray(Place[]::new));
      Bindings before =
          Bindings.of("south", 0.0).with("north", 0.0).with("west", 0.0).with("east", 0.0);
      for (int i = 0; i < 40; i++) {
        double south = degrees(random, 90);
        double north = degrees(random, 90);
        double west = degrees(random, 200);
        double east = degrees(random, 200);
        Bindings values =
            Bindings.of("south", south).with("north", north).with("west", west).with("east", east);
        List<Long> inside =
            all.stream()
                .filter(each -> south <= each.getLatitude() && each.getLatitude() <= north)
                .filter(each -> west <= each.getLongitude() && each.getLongitude() <= east)
                .map(Place::getId)
                .toList();
        for (OrderColumn order : List.of(BY_CELL, OrderColumn.descending(BY_CELL.column()))) {
          List<Long> cells = cells(all, inside, order);
          for (int limit : List.of(0, 3)) {
            RecordQuery query = IN_BOX.orderBy(order).limit(limit);
            int rows = limit == 0 ? inside.size() : Math.min(limit, inside.size());
            for (QueryPlan plan : plans(places, query, before)) {
              List<Long> found = ids(places, plan, values, 0);
              assertEquals(found, ids(places, plan, values, 1));
              assertTrue(inside.containsAll(found), plan.toString());
              assertEquals(rows, Set.copyOf(found).size());
              assertEquals(
                  cells.subList(0, rows), found.stream().map(id -> cell(all, id)).toList());
            }
          }
        }
        before = values;
      }
    }
  }

  private static List<Long> cells(List<Place> all, List<Long> ids, OrderColumn order) {
    Comparator<Long> ascending = Comparator.naturalOrder();
    return ids.stream()
        .map(id -> cell(all, id))
        .sorted(order.equals(BY_CELL) ? ascending : ascending.reversed())
        .toList();
  }

  private static long cell(List<Place> all, long id) {
    Place place = all.get((int) id);
    return BoxScan.cell(place.getLatitude(), place.getLongitude());
  }

  /** Often a pole, or the dateline. */
  private static double degrees(Random random, int limit) {
    return switch (random.nextInt(5)) {
      case 0 -> limit;
      case 1 -> -limit;
      default -> random.nextDouble() * 2 * limit - limit;
    };
  }
}
