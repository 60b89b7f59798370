package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.build.BuildPolicy;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rows per second of an online build while a writer changes records, compared with a build without
 * a writer.
 */
final class Builds implements RecordsMeasurement {
  private static final long RECORDS_MAX = 20_000;
  private static final long RECORDS_OF_A_MILLISECOND = 10;

  @Override
  public List<Figure> run(Duration time) throws Exception {
    long records = Math.min(RECORDS_MAX, RECORDS_OF_A_MILLISECOND * time.toMillis());
    List<Figure> figures = new ArrayList<>();
    try (RecordsFixture fixture = new RecordsFixture()) {
      for (Index index : List.of(Scores.BY_POINTS, Scores.RANK)) {
        figures.add(figure(fixture, index, records));
      }
    }
    return figures;
  }

  private static Figure figure(RecordsFixture fixture, Index index, long records) throws Exception {
    RecordDatabase database = fixture.database(100);
    RecordMetaData metaData = Scores.metaData(List.of(index));
    Tuple where = Tuple.from("build", index.name());
    Scores.fill(fixture, database, metaData, where, records);
    double unused = rowsPerSecond(database, metaData, where, index, records);
    double quiet = rowsPerSecond(database, metaData, where, index, records);
    double written;
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> writer =
          thread.submit(() -> write(fixture, database, metaData, where, records, ended));
      written = rowsPerSecond(database, metaData, where, index, records);
      ended.set(true);
      writer.get();
    } finally {
      thread.shutdownNow();
    }
    return new Figure(
        "rows/s built, " + index.type() + ", with a writer by quiet",
        written,
        quiet,
        written / quiet,
        Target.NONE);
  }

  private static double rowsPerSecond(
      RecordDatabase database, RecordMetaData metaData, Tuple where, Index index, long records) {
    long begin = System.nanoTime();
    var unused =
        database.join(
            OnlineIndexer.builder(database, RecordsFixture.options(metaData, where))
                .index(index.name())
                .policy(BuildPolicy.rebuild())
                .build()
                .run());
    return records / ((System.nanoTime() - begin) / 1e9);
  }

  private static void write(
      RecordsFixture fixture,
      RecordDatabase database,
      RecordMetaData metaData,
      Tuple where,
      long records,
      AtomicBoolean ended) {
    for (long turn = 0; !ended.get(); turn++) {
      long id = turn * 37 % records;
      long round = turn;
      var unused =
          fixture.inStore(
              database, metaData, where, store -> store.save(Scores.score(id, round + 1)));
    }
  }
}
