package dev.tenure.bench.engine;

import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Commits of one row each, synced before they are acknowledged, beside synced batches. */
final class SyncedCommits implements EngineMeasurement {
  private static final double TARGET = 0.7;
  private static final byte[] VALUE = EngineRows.value(0);

  @Override
  public List<Figure> run(Path directory, Duration time) throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (EmbeddedDatabase database =
            EmbeddedDatabase.open(directory.resolve("engine"), EmbeddedEnvironment.realTime());
        RawRocks raw = new RawRocks(directory.resolve("raw"))) {
      for (int clients : EngineBench.CLIENTS) {
        Pairing.Rates rates =
            new Pairing(clients, time)
                .measure(
                    (client, turn) -> commit(database, key(clients, client, turn)),
                    (client, turn) -> raw.putSynced(key(clients, client, turn), VALUE));
        String what = "synced commits/s, " + clients + " clients";
        figures.add(Figure.rates(what, rates, Target.atLeast(TARGET)));
      }
    }
    return figures;
  }

  private static byte[] key(int clients, int client, long turn) {
    return Tuple.from(clients, client, turn).pack();
  }

  private static void commit(EmbeddedDatabase database, byte[] key) {
    try (Transaction transaction = database.createTransaction()) {
      transaction.set(key, VALUE);
      transaction.commit().join();
    }
  }
}
