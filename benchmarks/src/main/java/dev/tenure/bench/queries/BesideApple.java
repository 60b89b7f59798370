package dev.tenure.bench.queries;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.apple.ApplePeer;
import dev.tenure.bench.apple.AppleScores;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.measure.ProcessorTime;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Measures our record layer beside Apple's: planning, queries, saves and loads. Both have the same
 * records and indexes, each on an engine in memory.
 */
final class BesideApple implements QueriesMeasurement {
  private static final List<String> QUERIES =
      List.of(
          AppleScores.COVERING,
          AppleScores.FETCH,
          AppleScores.TWO_CONDITIONS,
          AppleScores.UNION,
          AppleScores.LIST);

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (QueriesFixture fixture = new QueriesFixture();
        ApplePeer peer = new ApplePeer(QueriesFixture.RECORDS)) {
      Planning planning = new Planning();
      for (String planner : List.of(AppleScores.PLAN, AppleScores.PLAN_BY_CASCADES)) {
        ProcessorTime.Least least =
            ProcessorTime.of(time, planning.cold(fixture), any(peer.operation(planner)));
        figures.add(
            new Figure(
                "ns, " + planner, least.subject(), least.peer(), least.ratio(), Target.NONE));
      }
      for (int i = 0; i < QUERIES.size(); i++) {
        RowRates.Case ours = RowRates.cases().get(i);
        figures.add(
            rates(
                ours.what(),
                ours.rows(),
                new Pairing(1, time)
                    .measure(
                        (client, turn) -> RowRates.run(fixture, ours),
                        exactly(ours.rows(), peer.operation(QUERIES.get(i))))));
      }
      figures.add(records("loads/s", fixture, time, BesideApple::loads, peer, AppleScores.LOAD));
      figures.add(records("saves/s", fixture, time, BesideApple::saves, peer, AppleScores.SAVE));
    }
    return figures;
  }

  private static Clients.Operation any(LongUnaryOperator operation) {
    return (client, turn) -> {
      long unused = operation.applyAsLong(turn);
    };
  }

  private static Clients.Operation exactly(long rows, LongUnaryOperator operation) {
    return (client, turn) -> {
      long found = operation.applyAsLong(turn);
      if (found != rows) {
        throw new IllegalStateException("the peer gave " + found + " rows, not " + rows);
      }
    };
  }

  private static Figure records(
      String what,
      QueriesFixture fixture,
      Duration time,
      LongFunction<StoreBody> body,
      ApplePeer peer,
      String operation) {
    Pairing.Rates rates =
        new Pairing(1, time)
            .measure(
                (client, turn) -> {
                  var unused = fixture.inStore(body.apply(turn)::run);
                },
                exactly(AppleScores.AT_A_TIME, peer.operation(operation)));
    return rates(what, AppleScores.AT_A_TIME, rates);
  }

  private static Figure rates(String what, int each, Pairing.Rates rates) {
    return new Figure(
        what, rates.subject() * each, rates.peer() * each, rates.ratio(), Target.NONE);
  }

  /** What a transaction does in the store. */
  private interface StoreBody {
    CompletableFuture<Void> run(dev.tenure.record.store.RecordStore store);
  }

  private static StoreBody loads(long turn) {
    return store ->
        CompletableFuture.allOf(
            ids(turn)
                .mapToObj(id -> store.load("Score", Tuple.from(id)))
                .toArray(CompletableFuture<?>[]::new));
  }

  private static StoreBody saves(long turn) {
    return store ->
        CompletableFuture.allOf(
            ids(turn)
                .mapToObj(id -> store.save(QueriesFixture.score(id, id + turn)))
                .toArray(CompletableFuture<?>[]::new));
  }

  private static LongStream ids(long turn) {
    long first = turn * AppleScores.AT_A_TIME % QueriesFixture.RECORDS;
    return LongStream.range(first, first + AppleScores.AT_A_TIME);
  }
}
