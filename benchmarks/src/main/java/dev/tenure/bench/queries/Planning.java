package dev.tenure.bench.queries;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;

import com.apple.foundationdb.Transaction;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.ProcessorTime;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryPlanner;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreQueries;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Measures the planning of a query with three conditions, in gets of the engine with the same
 * processor time: for a new plan in a warm process, and for a cached plan. The calling thread alone
 * does both.
 */
final class Planning implements QueriesMeasurement {
  private static final int AT_A_TIME = 100;
  private static final int QUERIES = 1_000;
  private static final double COLD_MOST = 1_000;
  private static final double CACHED_MOST = 10;

  private final List<RecordQuery> queries =
      LongStream.range(0, QUERIES).mapToObj(Planning::query).toList();

  private static RecordQuery query(long number) {
    return RecordQuery.of("Score")
        .where(
            and(
                equal(field("team"), "team " + number % 10),
                equal(field("report"), "report " + number / 10 % 10),
                greater(field("points"), number)));
  }

  @Override
  public List<Figure> run(Duration time) {
    try (QueriesFixture fixture = new QueriesFixture()) {
      return List.of(
          figure("planning", 1, COLD_MOST, time, fixture, cold(fixture)),
          figure(
              "remembered plan, other values",
              AT_A_TIME,
              CACHED_MOST,
              time,
              fixture,
              cached(fixture, this::ofOtherValues)),
          figure(
              "remembered plan, same query",
              AT_A_TIME,
              CACHED_MOST,
              time,
              fixture,
              cached(fixture, turn -> queries.get(0))));
    }
  }

  private RecordQuery ofOtherValues(long turn) {
    return queries.get((int) (turn % QUERIES));
  }

  /**
   * Nanoseconds of a plan by those of a get.
   *
   * @param plans that the operation makes
   */
  private static Figure figure(
      String what,
      int plans,
      double most,
      Duration time,
      QueriesFixture fixture,
      Clients.Operation planning) {
    ProcessorTime.Least least = ProcessorTime.of(time, planning, gets(fixture));
    double plan = least.subject() / plans;
    double get = least.peer() / AT_A_TIME;
    return new Figure(what + ", ns, by a get", plan, get, plan / get, Target.atMost(most));
  }

  private static Clients.Operation gets(QueriesFixture fixture) {
    return (client, turn) -> {
      try (Transaction transaction = fixture.transaction()) {
        for (long i = 0; i < AT_A_TIME; i++) {
          long id = (turn * AT_A_TIME + i) * 7_919 % QueriesFixture.RECORDS;
          if (transaction.get(QueriesFixture.plain(id % 10, id)).join() == null) {
            throw new IllegalStateException("record " + id + " is missing");
          }
        }
      }
    };
  }

  /** Makes a new plan in each turn. */
  Clients.Operation cold(QueriesFixture fixture) {
    QueryPlanner planner =
        fixture.inStore(
            store ->
                CompletableFuture.completedFuture(
                    new QueryPlanner(
                        store.queries().metaData(),
                        store.metaData().version(),
                        store.queries().metaData().indexes(),
                        QueriesFixture.OPTIONS)));
    return (client, turn) -> requireIndex(planner.plan(ofOtherValues(turn)));
  }

  private static Clients.Operation cached(
      QueriesFixture fixture, LongFunction<RecordQuery> queries) {
    return (client, turn) -> {
      try (RecordContext context = fixture.context()) {
        RecordStore store = fixture.open(context);
        StoreQueries planning = store.queries();
        for (int i = 0; i < AT_A_TIME; i++) {
          requireIndex(planning.plan(queries.apply(turn * AT_A_TIME + i), QueriesFixture.OPTIONS));
        }
      }
    };
  }

  private static void requireIndex(QueryPlan plan) {
    if (plan.wantsColumns()) {
      throw new IllegalStateException("plan of columns: " + plan);
    }
  }
}
