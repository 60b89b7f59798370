package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Saves of existing records whose index entries all change, many in a transaction, by the number of
 * indexes.
 */
final class Saves implements RecordsMeasurement {
  private static final int SAVES_PER_TRANSACTION = 50;
  private static final int RECORDS = 5_000;

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (RecordsFixture fixture = new RecordsFixture()) {
      RecordDatabase database = fixture.database(100);
      for (int indexes : new int[] {1, 2, 4, 8, 16}) {
        figures.add(
            Figure.rates(
                "saves/s / 50, " + indexes + " indexes by none",
                new Pairing(1, time)
                    .measure(saves(fixture, database, indexes), saves(fixture, database, 0)),
                Target.NONE));
      }
    }
    return figures;
  }

  private static Clients.Operation saves(
      RecordsFixture fixture, RecordDatabase database, int indexes) {
    RecordMetaData metaData = BenchNotes.metaData(RecordLayout.SPLIT, indexes);
    return (client, turn) ->
        fixture.inStore(
            database,
            metaData,
            Tuple.from(indexes),
            store -> {
              CompletableFuture<?>[] saves = new CompletableFuture<?>[SAVES_PER_TRANSACTION];
              for (int i = 0; i < saves.length; i++) {
                long number = (turn * SAVES_PER_TRANSACTION + i) % RECORDS;
                saves[i] = store.save(BenchNotes.note(number, turn));
              }
              return CompletableFuture.allOf(saves);
            });
  }
}
