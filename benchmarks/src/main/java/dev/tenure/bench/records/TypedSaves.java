package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.Pairing;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Saves of existing records whose index entries all change, with one index of each type, compared
 * with no index.
 */
final class TypedSaves implements RecordsMeasurement {
  private static final int SAVES_PER_TRANSACTION = 50;
  private static final int RECORDS = 2_000;

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (RecordsFixture fixture = new RecordsFixture()) {
      RecordDatabase database = fixture.database(100);
      for (Index index : Scores.OF_EACH_TYPE) {
        figures.add(
            Figure.rates(
                "saves/s / 50, " + index.type() + " by none",
                new Pairing(1, time)
                    .measure(
                        saves(fixture, database, List.of(index)),
                        saves(fixture, database, List.of())),
                Target.NONE));
      }
    }
    return figures;
  }

  private static Clients.Operation saves(
      RecordsFixture fixture, RecordDatabase database, List<Index> indexes) {
    RecordMetaData metaData = Scores.metaData(indexes);
    Tuple where = Tuple.from(indexes.isEmpty() ? "none" : indexes.get(0).name());
    Scores.fill(fixture, database, metaData, where, RECORDS);
    return (client, turn) ->
        fixture.inStore(
            database,
            metaData,
            where,
            store -> {
              CompletableFuture<?>[] saves = new CompletableFuture<?>[SAVES_PER_TRANSACTION];
              for (int i = 0; i < saves.length; i++) {
                long id = (turn * SAVES_PER_TRANSACTION + i) % RECORDS;
                saves[i] = store.save(Scores.score(id, turn + 1));
              }
              return CompletableFuture.allOf(saves);
            });
  }
}
