package dev.tenure.bench.engine;

import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Measures one reader's transactions of one get, first while nothing else runs, and then while
 * eight clients commit as fast as they can. The same is measured on RocksDB.
 */
final class ReadsUnderWrites implements EngineMeasurement {
  private static final double TARGET = 3;
  private static final int WRITERS = 8;
  private static final int ROWS = 50_000;
  private static final int READS_MAX = 4_000_000;

  private final EngineRows rows = new EngineRows(ROWS);

  @Override
  public List<Figure> run(Path directory, Duration time) throws Exception {
    try (EmbeddedDatabase database =
            EmbeddedDatabase.open(directory.resolve("engine"), EmbeddedEnvironment.realTime());
        RawRocks raw = new RawRocks(directory.resolve("raw"))) {
      rows.load(database);
      rows.load(raw);
      Clients.Operation get = (client, turn) -> get(database, turn);
      Clients.Operation rawGet = (client, turn) -> raw.get(rows.keyOfTurn(client, turn));
      Clients.Operation commit = (client, turn) -> commit(database, client, turn);
      Clients.Operation rawPut =
          (client, turn) -> raw.putSynced(Tuple.from(client, turn).pack(), EngineRows.value(turn));
      double unused = p99Nanos(get, time);
      unused = p99Nanos(rawGet, time);
      double idle = p99Nanos(get, time);
      double rawIdle = p99Nanos(rawGet, time);
      double flooded = p99Nanos(get, time, commit);
      double rawFlooded = p99Nanos(rawGet, time, rawPut);
      return List.of(
          new Figure("p99 of a get, ns, idle", idle, rawIdle, idle / rawIdle, Target.NONE),
          new Figure(
              "p99 of a get, ns, 8 clients commit",
              flooded,
              rawFlooded,
              flooded / rawFlooded,
              Target.NONE),
          new Figure(
              "p99 flooded by idle: engine's, RocksDB's",
              flooded / idle,
              rawFlooded / rawIdle,
              flooded / idle,
              Target.atMost(TARGET)));
    }
  }

  private void get(EmbeddedDatabase database, long turn) {
    try (Transaction transaction = database.createTransaction()) {
      transaction.get(rows.keyOfTurn(0, turn)).join();
    }
  }

  private static void commit(EmbeddedDatabase database, int client, long turn) {
    try (Transaction transaction = database.createTransaction()) {
      transaction.set(Tuple.from(client, turn).pack(), EngineRows.value(turn));
      transaction.commit().join();
    }
  }

  private static double p99Nanos(Clients.Operation read, Duration time, Clients.Operation write)
      throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Thread writers =
        new Thread(
            () -> {
              try (Clients clients = new Clients(WRITERS)) {
                while (!over.get()) {
                  double unused = clients.perSecond(Duration.ofMillis(100), write);
                }
              }
            });
    writers.start();
    try {
      return p99Nanos(read, time);
    } finally {
      over.set(true);
      writers.join();
    }
  }

  private static double p99Nanos(Clients.Operation read, Duration time) throws Exception {
    long[] nanos = new long[READS_MAX];
    int count = 0;
    long deadline = System.nanoTime() + time.toNanos();
    while (count < READS_MAX) {
      long begin = System.nanoTime();
      if (begin >= deadline) {
        break;
      }
      read.run(0, count);
      nanos[count++] = System.nanoTime() - begin;
    }
    Arrays.sort(nanos, 0, count);
    return nanos[(int) (count * 0.99)];
  }
}
