package dev.tenure.bench.queries;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.or;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Measures rows per second of queries, divided by those of plain range reads of the same rows, for
 * index entries and for records.
 */
final class RowRates implements QueriesMeasurement {
  private static final int VALUES = 1_000;
  private static final RecordQuery ALL = RecordQuery.of("Score");

  /**
   * A query and what it reads.
   *
   * @param operator that the plan must have, so that what is named is measured
   * @param rows that it gives
   * @param ranges of keys that it reads
   */
  record Case(
      String what,
      RecordQuery query,
      String operator,
      int rows,
      Function<RecordStore, List<Range>> ranges) {}

  static List<Case> cases() {
    RecordQuery team = ALL.where(equal(field("team"), "team 1"));
    int tenth = QueriesFixture.TENTH;
    return List.of(
        new Case(
            "rows/s, covering scan",
            team.select(field("id"), field("points")),
            "scan index by-team",
            tenth,
            store -> List.of(entries(store, "by-team", "team 1"))),
        new Case(
            "rows/s, fetch",
            team,
            "fetch",
            tenth,
            store -> List.of(entries(store, "by-team", "team 1"), QueriesFixture.plain(1))),
        new Case(
            "rows/s, intersection",
            ALL.where(and(equal(field("team"), "team 1"), equal(field("report"), "report 1")))
                .select(field("id")),
            "intersection",
            tenth / 10,
            RowRates::both),
        new Case(
            "rows/s, union",
            ALL.where(or(equal(field("team"), "team 1"), equal(field("report"), "report 1")))
                .orderBy(ascending(field("id")))
                .select(field("id")),
            "union",
            2 * tenth - tenth / 10,
            RowRates::both),
        new Case(
            "rows/s, in of 1,000 values",
            ALL.where(in(field("points"), LongStream.range(0, VALUES).boxed().toArray()))
                .select(field("id"), field("points")),
            "for each",
            VALUES,
            store -> List.of(entriesBelow(store, VALUES))));
  }

  private static List<Range> both(RecordStore store) {
    return List.of(entries(store, "by-team", "team 1"), entries(store, "by-report", "report 1"));
  }

  private static Range entries(RecordStore store, String index, String value) {
    return store.index(index).keys().range(TupleRange.prefix(Tuple.from(value)));
  }

  private static Range entriesBelow(RecordStore store, long value) {
    return store
        .index("by-points")
        .keys()
        .range(TupleRange.between(null, true, Tuple.from(value), false));
  }

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (QueriesFixture plain = new QueriesFixture();
        QueriesFixture told = new QueriesFixture(summary -> {})) {
      for (Case each : cases()) {
        figures.add(figure(each, plain, time));
      }
      Pairing.Rates rates =
          new Pairing(1, time)
              .measure(
                  (client, turn) -> run(told, cases().get(1)),
                  (client, turn) -> run(plain, cases().get(1)));
      figures.add(
          new Figure(
              "rows/s, fetch with a listener, by without",
              rates.subject() * QueriesFixture.TENTH,
              rates.peer() * QueriesFixture.TENTH,
              rates.ratio(),
              Figure.Target.NONE));
    }
    return figures;
  }

  private static Figure figure(Case each, QueriesFixture fixture, Duration time) {
    Pairing.Rates rates =
        new Pairing(1, time)
            .measure(
                (client, turn) -> run(fixture, each),
                (client, turn) -> {
                  var unused = fixture.inStore(store -> read(store, each.ranges().apply(store)));
                });
    return new Figure(
        each.what(),
        rates.subject() * each.rows(),
        rates.peer() * each.rows(),
        rates.ratio(),
        Figure.Target.NONE);
  }

  static void run(QueriesFixture fixture, Case each) {
    int found =
        fixture.inStore(
            store -> {
              var plan = store.queries().plan(each.query(), QueriesFixture.OPTIONS);
              if (!plan.toString().contains(each.operator())) {
                throw new IllegalStateException(each.what() + " has another plan: " + plan);
              }
              return store
                  .queries()
                  .run(plan, Bindings.none(), Continuation.START, ScanOptions.defaults())
                  .asList()
                  .thenApply(List::size);
            });
    if (found != each.rows()) {
      throw new IllegalStateException(each.what() + " gave " + found + ", not " + each.rows());
    }
  }

  private static CompletableFuture<Void> read(RecordStore store, List<Range> ranges) {
    return CompletableFuture.allOf(
        ranges.stream()
            .map(range -> store.context().transaction().getRange(range).asList())
            .toArray(CompletableFuture<?>[]::new));
  }
}
