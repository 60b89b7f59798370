package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.in;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Concat;
import dev.tenure.record.plan.node.Each;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Queries of which about as many rows are expected as the limit allows: chance decides whether
 * there are enough.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FewRowsPlansTest {
  private static final KeyExpression ID = field("id");

  /** 279 subjects and 100 rivals. */
  private final SampledStore store = new SampledStore(metaData(), records());

  private static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(ID))
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(ID))
        .build();
  }

  private static List<Message> records() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 279; i++) {
      records.add(Subject.newBuilder().setId(i).build());
    }
    for (int i = 0; i < 100; i++) {
      records.add(Rival.newBuilder().setId(4L * i).build());
    }
    return records;
  }

  @AfterAll
  void close() {
    store.close();
  }

  /** If one id is missing, a scan of rivals for three rows reads all 100 of them. */
  @Test
  void scanThatMayFindFewerRowsThanExpectedIsNotTakenForCheap() {
    RecordQuery query = RecordQuery.of("Subject", "Rival").where(in(ID, 2, 8, 394));
    store.assertReads("scan records Rival [=", query.limit(3));
  }

  /** A rule may offer a plan that is known to find nothing; a cost that is no number drops it. */
  @Test
  void planWithoutExpectedRowsCostsTheWholeUnderALimit() {
    Estimate none = new Estimate(0, 1, 2);
    assertEquals(3, none.costOf(0));
    PlanNode both = new Concat(List.of(new GivenPlan(none), new GivenPlan(none)), List.of(), 0);
    assertEquals(6, both.estimate().costOf(0));
  }

  @Test
  void recordOfAPrimaryKeyMayNotExist() {
    RecordQuery query = RecordQuery.of("Rival").where(equal(ID, 8));
    assertEquals(0.9, store.plan(query).estimate().rows());
    RecordQuery ofList = RecordQuery.of("Rival").where(in(ID, 8, 9, 8, 12));
    QueryPlan unknown = store.store().queries().plan(ofList, PlannerOptions.defaults());
    assertEquals(4 * 0.9, unknown.estimate().rows(), 1e-9, unknown::explain); // rounded up
  }

  /** The expected cost, beside the mean cost of drawn numbers of rows. */
  @Test
  void costOfFirstRowsIsThatOfDrawnNumbersOfRows() {
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      Estimate first = estimate(random);
      Estimate second = estimate(random);
      Concat both =
          new Concat(
              List.of(new GivenPlan(first), new GivenPlan(second)),
              List.of(),
              first.rows() + second.rows());
      int wanted = 1 + random.nextInt((int) Math.ceil(1.5 * both.rows()));
      double ofFirst = 0;
      double ofBoth = 0;
      for (int draw = 0; draw < 3_000; draw++) {
        double rows = draw(first.rows(), random);
        double cost = cost(first, rows, wanted);
        ofFirst += cost / 3_000;
        ofBoth +=
            (rows >= wanted
                    ? cost
                    : cost + cost(second, draw(second.rows(), random), wanted - rows))
                / 3_000;
      }
      String drawn = first + ", " + second + ", wanted " + wanted;
      assertEquals(1, first.costOf(wanted) / ofFirst, 0.15, drawn);
      assertEquals(1, both.estimate().costOf(wanted) / ofBoth, 0.15, drawn);
    }
  }

  private static Estimate estimate(Random random) {
    double rows = 0.2 + 12 * random.nextDouble() * random.nextDouble();
    return new Estimate(rows, 1, random.nextInt(1, 200));
  }

  /** The cost of some rows if there are {@code rows}. */
  private static double cost(Estimate estimate, double rows, double wanted) {
    return estimate.cost(rows <= wanted ? 1 : wanted / rows);
  }

  /** A number of half rows by Poisson's law, as rows. */
  private static double draw(double expected, Random random) {
    int half = -1;
    for (double left = 2 * expected; left >= 0; half++) {
      left += Math.log(1 - random.nextDouble());
    }
    return half / 2.0;
  }

  /** The next value is begun only if more rows are wanted than one value is expected to have. */
  @Test
  void valuesOfAListAreBegunAsFarAsTheyAreExpectedToBeNeeded() {
    assertEquals(1, begun(1));
    assertEquals(1, begun(2));
    assertEquals(2, begun(3));
  }

  private int begun(int limit) {
    GivenPlan two = GivenPlan.stuck(new Estimate(2, 1, 2));
    Each each =
        new Each(
            in(ID, 1, 2, 3),
            "$",
            two,
            Each.Mode.ASCENDING,
            Optional.empty(),
            Optional.empty(),
            new Estimate(6, 1, 8));
    PlanRun run = store.run(10, limit);
    try (RecordCursor<Row> rows = each.open(run, Continuation.START)) {
      var unused = rows.next();
      return two.asked().size();
    }
  }
}
