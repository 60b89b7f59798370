package dev.tenure.bench.engine;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Gets and scans of ten rows, many to a transaction, and transactions of one get. */
final class EngineReads implements EngineMeasurement {
  private static final double TARGET = 0.8;
  private static final int ROWS = 200_000;
  private static final int READS_PER_TRANSACTION = 50;
  private static final int ROWS_PER_SCAN = 10;

  private final EngineRows rows = new EngineRows(ROWS);

  @Override
  public List<Figure> run(Path directory, Duration time) throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (EmbeddedDatabase database =
            EmbeddedDatabase.open(directory.resolve("engine"), EmbeddedEnvironment.realTime());
        RawRocks raw = new RawRocks(directory.resolve("raw"))) {
      rows.load(database);
      rows.load(raw);
      for (int clients : EngineBench.CLIENTS) {
        Pairing pairing = new Pairing(clients, time);
        String by = ", " + clients + " clients";
        Target target = Target.atLeast(TARGET);
        figures.add(
            Figure.rates("gets/s / 50" + by, pairing.measure(gets(database), gets(raw)), target));
        figures.add(
            Figure.rates(
                "scans/s / 50" + by, pairing.measure(scans(database), scans(raw)), target));
        figures.add(
            Figure.rates(
                "read-only transactions/s" + by,
                pairing.measure(
                    (client, turn) -> transaction(database, client, turn),
                    (client, turn) -> raw.get(rows.keyOfTurn(client, turn))),
                Target.NONE));
      }
    }
    return figures;
  }

  private Clients.Operation gets(Database database) {
    return (client, turn) -> {
      try (Transaction transaction = database.createTransaction()) {
        for (int i = 0; i < READS_PER_TRANSACTION; i++) {
          transaction.get(rows.keyOfTurn(client, turn * READS_PER_TRANSACTION + i)).join();
        }
      }
    };
  }

  private Clients.Operation gets(RawRocks raw) {
    return (client, turn) -> {
      for (int i = 0; i < READS_PER_TRANSACTION; i++) {
        raw.get(rows.keyOfTurn(client, turn * READS_PER_TRANSACTION + i));
      }
    };
  }

  private Clients.Operation scans(Database database) {
    return (client, turn) -> {
      try (Transaction transaction = database.createTransaction()) {
        for (int i = 0; i < READS_PER_TRANSACTION; i++) {
          long place = rows.placeOfTurn(client, turn * READS_PER_TRANSACTION + i);
          int found =
              transaction
                  .getRange(rows.key(place), rows.key(ROWS), ROWS_PER_SCAN)
                  .asList()
                  .join()
                  .size();
          requireFound(found, place);
        }
      }
    };
  }

  private Clients.Operation scans(RawRocks raw) {
    return (client, turn) -> {
      for (int i = 0; i < READS_PER_TRANSACTION; i++) {
        long place = rows.placeOfTurn(client, turn * READS_PER_TRANSACTION + i);
        requireFound(raw.scan(rows.key(place), rows.key(ROWS), ROWS_PER_SCAN), place);
      }
    };
  }

  private static void requireFound(int found, long place) {
    if (found != Math.min(ROWS_PER_SCAN, ROWS - place)) {
      throw new IllegalStateException("a scan from row " + place + " found " + found + " rows");
    }
  }

  private void transaction(Database database, int client, long turn) {
    try (Transaction transaction = database.createTransaction()) {
      if (transaction.get(rows.keyOfTurn(client, turn)).join() == null) {
        throw new IllegalStateException("row " + rows.placeOfTurn(client, turn) + " is missing");
      }
    }
  }
}
