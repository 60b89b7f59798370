package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Opens one of a thousand stores, each in a separate transaction, with cached store states and
 * without.
 */
final class StoreOpens implements RecordsMeasurement {
  private static final int STORES = 1_000;

  /** Opens a second that the record layer is to reach. */
  private static final double WANTED = 1_000;

  private final RecordMetaData metaData = BenchNotes.metaData(RecordLayout.SPLIT, 1);

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (RecordsFixture fixture = new RecordsFixture()) {
      Clients.Operation cached = opens(fixture, fixture.database(10 * STORES));
      Clients.Operation read = opens(fixture, fixture.database(0));
      for (int i = 0; i < STORES; i++) {
        open(fixture, fixture.database(0), i);
      }
      for (int clients : RecordsBench.CLIENTS) {
        Pairing.Rates rates = new Pairing(clients, time).measure(cached, read);
        String by = ", " + clients + " clients";
        figures.add(Figure.rates("opens/s, cached by read" + by, rates, Target.NONE));
        figures.add(
            new Figure(
                "opens/s, read by wanted" + by,
                rates.peer(),
                WANTED,
                rates.peer() / WANTED,
                Target.atLeast(1)));
      }
    }
    return figures;
  }

  private Clients.Operation opens(RecordsFixture fixture, RecordDatabase database) {
    return (client, turn) -> open(fixture, database, (client * 127L + turn) % STORES);
  }

  private void open(RecordsFixture fixture, RecordDatabase database, long store) {
    RecordStore opened =
        fixture.inStore(database, metaData, Tuple.from(store), CompletableFuture::completedFuture);
    if (opened.subspace().getKey().length == 0) {
      throw new IllegalStateException("store " + store + " was opened nowhere");
    }
  }
}
