package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Queries of ranks and of scores at ranks by a rank index, compared with counting the entries of a
 * value index.
 */
final class RankQueries implements RecordsMeasurement {
  private static final long RECORDS = 20_000;
  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);

  private interface Query {
    CompletableFuture<?> run(RecordStore store, long turn);
  }

  @Override
  public List<Figure> run(Duration time) {
    try (RecordsFixture fixture = new RecordsFixture()) {
      RecordDatabase database = fixture.database(100);
      RecordMetaData metaData = Scores.metaData(List.of(Scores.BY_POINTS, Scores.RANK));
      Scores.fill(fixture, database, metaData, new Tuple(), RECORDS);
      return List.of(
          figure(
              fixture, database, time, "ranks/s of a score", RankQueries::rank, RankQueries::below),
          figure(
              fixture, database, time, "scores/s at a rank", RankQueries::at, RankQueries::scanTo));
    }
  }

  private static Figure figure(
      RecordsFixture fixture,
      RecordDatabase database,
      Duration time,
      String what,
      Query subject,
      Query peer) {
    return Figure.rates(
        what + " of 20,000, by a scan",
        new Pairing(1, time)
            .measure(operation(fixture, database, subject), operation(fixture, database, peer)),
        Target.atLeast(1));
  }

  private static Clients.Operation operation(
      RecordsFixture fixture, RecordDatabase database, Query query) {
    RecordMetaData metaData = Scores.metaData(List.of(Scores.BY_POINTS, Scores.RANK));
    return (client, turn) ->
        fixture.inStore(database, metaData, new Tuple(), store -> query.run(store, turn));
  }

  private static Tuple points(long turn) {
    return Tuple.from(Scores.score(turn * 31 % RECORDS, 0).getPoints());
  }

  private static Ranks ranks(RecordStore store) {
    return Ranks.of(store.index("rank")).withIsolation(Isolation.SNAPSHOT);
  }

  private static CompletableFuture<?> rank(RecordStore store, long turn) {
    return ranks(store).rank(new Tuple(), points(turn));
  }

  private static CompletableFuture<?> at(RecordStore store, long turn) {
    return ranks(store).at(new Tuple(), turn * 31 % RECORDS);
  }

  private static CompletableFuture<?> below(RecordStore store, long turn) {
    TupleRange range = TupleRange.between(null, true, points(turn), false);
    return store.scanIndex("by-points", range, Continuation.START, SNAPSHOT).count();
  }

  private static CompletableFuture<?> scanTo(RecordStore store, long turn) {
    int rank = (int) (turn * 31 % RECORDS);
    return store
        .scanIndex(
            "by-points",
            TupleRange.all(),
            Continuation.START,
            SNAPSHOT.withSkip(rank).withRowsMax(1))
        .asList();
  }
}
