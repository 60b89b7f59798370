package dev.tenure.bench.queries;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.apple.ApplePeer;
import dev.tenure.bench.apple.AppleScores;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.ProcessorTime;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * Measures our record layer beside Apple's: planning, queries, scans, and operations on records.
 * Both have the same records and indexes, one key to a record, and an engine in memory each.
 * Everything runs on the measuring thread, whose processor time is measured.
 */
final class BesideApple implements QueriesMeasurement {
  private static final List<String> QUERIES =
      List.of(
          AppleScores.COVERING,
          AppleScores.FETCH,
          AppleScores.TWO_CONDITIONS,
          AppleScores.UNION,
          AppleScores.LIST);

  private static final Map<String, Turn> RECORDS = new LinkedHashMap<>();

  static {
    RECORDS.put(AppleScores.LOAD, each(BesideApple::loads));
    RECORDS.put(AppleScores.SAVE, each(BesideApple::saves));
    RECORDS.put(AppleScores.REPLACE, each(BesideApple::replaces));
    RECORDS.put(AppleScores.DELETE, BesideApple::deletes);
  }

  private static final String SCORE = "Score";
  private static final int SCANNED = AppleScores.SCANNED;
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (QueriesFixture fixture = QueriesFixture.onOneThread();
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
        Clients.Operation rows = (client, turn) -> RowRates.run(fixture, ours);
        figures.add(rates(ours.what(), ours.rows(), time, rows, peer.operation(QUERIES.get(i))));
      }
      Clients.Operation scan = (client, turn) -> scan(fixture);
      figures.add(rates("records/s, scan", SCANNED, time, scan, peer.operation(AppleScores.SCAN)));
      RECORDS.forEach(
          (operation, body) ->
              figures.add(
                  rates(
                      operation + "s/s",
                      AppleScores.AT_A_TIME,
                      time,
                      (client, turn) -> body.run(fixture, turn),
                      peer.operation(operation))));
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

  /** Rows a second of processor time. */
  private static Figure rates(
      String what, int each, Duration time, Clients.Operation ours, LongUnaryOperator peer) {
    ProcessorTime.Least least = ProcessorTime.of(time, ours, exactly(each, peer));
    double rows = each * NANOS_PER_SECOND;
    double ratio = least.peer() / least.subject();
    return new Figure(what, rows / least.subject(), rows / least.peer(), ratio, Target.NONE);
  }

  private static void scan(QueriesFixture fixture) {
    TupleRange range = TupleRange.between(null, true, Tuple.from(SCANNED), false);
    long found =
        fixture.inStore(
            store -> store.scan(SCORE, range, Continuation.START, ScanOptions.defaults()).count());
    if (found != SCANNED) {
      throw new IllegalStateException("the scan gave " + found + " records, not " + SCANNED);
    }
  }

  /** What a turn does with its records. */
  private interface Turn {
    void run(QueriesFixture fixture, long turn);
  }

  /** An operation on one record. */
  private interface OnRecord {
    CompletableFuture<?> run(RecordStore store, long id);
  }

  private static Turn each(LongFunction<OnRecord> step) {
    return (fixture, turn) -> {
      OnRecord onRecord = step.apply(turn);
      long first = turn * AppleScores.AT_A_TIME % QueriesFixture.RECORDS;
      var unused =
          fixture.inStore(
              store -> {
                CompletableFuture<?>[] all = new CompletableFuture<?>[AppleScores.AT_A_TIME];
                for (int i = 0; i < all.length; i++) {
                  all[i] = onRecord.run(store, first + i);
                }
                return CompletableFuture.allOf(all);
              });
    };
  }

  private static OnRecord loads(long turn) {
    return (store, id) -> store.load(SCORE, Tuple.from(id));
  }

  private static OnRecord saves(long turn) {
    return (store, id) -> store.save(QueriesFixture.score(id, id + turn));
  }

  private static OnRecord replaces(long turn) {
    return (store, id) ->
        store
            .load(SCORE, Tuple.from(id))
            .thenAccept(
                found -> store.replace(found.orElseThrow(), QueriesFixture.score(id, id + turn)));
  }

  private static void deletes(QueriesFixture fixture, long turn) {
    each(each -> (store, id) -> store.delete(SCORE, Tuple.from(id))).run(fixture, turn);
    each(BesideApple::saves).run(fixture, turn);
  }
}
