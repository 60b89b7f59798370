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

/** Loads of small records in the split layout, compared with the layout of a single key. */
final class Loads implements RecordsMeasurement {
  private static final int LOADS_PER_TRANSACTION = 50;
  private static final int RECORDS = 5_000;

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (RecordsFixture fixture = new RecordsFixture()) {
      RecordDatabase database = fixture.database(100);
      Clients.Operation split = loads(fixture, database, RecordLayout.SPLIT);
      Clients.Operation single = loads(fixture, database, RecordLayout.SINGLE_KEY);
      for (int clients : RecordsBench.CLIENTS) {
        figures.add(
            Figure.rates(
                "loads/s / 50, split by single key, " + clients + " clients",
                new Pairing(clients, time).measure(split, single),
                Target.NONE));
      }
    }
    return figures;
  }

  private static Clients.Operation loads(
      RecordsFixture fixture, RecordDatabase database, RecordLayout layout) {
    RecordMetaData metaData = BenchNotes.metaData(layout, 0);
    Tuple where = Tuple.from(layout.name());
    for (int first = 0; first < RECORDS; first += LOADS_PER_TRANSACTION) {
      int from = first;
      var unused =
          fixture.inStore(
              database,
              metaData,
              where,
              store -> each(from, number -> store.save(BenchNotes.note(number, 0))));
    }
    return (client, turn) ->
        fixture.inStore(
            database,
            metaData,
            where,
            store -> each((client * 7L + turn) * LOADS_PER_TRANSACTION, n -> load(store, n)));
  }

  private interface Step {
    CompletableFuture<?> run(long number);
  }

  private static CompletableFuture<Void> each(long from, Step step) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[LOADS_PER_TRANSACTION];
    for (int i = 0; i < all.length; i++) {
      all[i] = step.run((from + i) % RECORDS);
    }
    return CompletableFuture.allOf(all);
  }

  private static CompletableFuture<Void> load(RecordStore store, long number) {
    return store
        .load("Note", Tuple.from(number))
        .thenAccept(
            found -> {
              if (found.isEmpty()) {
                throw new IllegalStateException("record " + number + " is missing");
              }
            });
  }
}
