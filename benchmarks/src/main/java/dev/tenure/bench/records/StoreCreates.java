package dev.tenure.bench.records;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that concurrently create stores, open them and save records. No key is written by all of
 * them, so no transaction is repeated.
 */
final class StoreCreates implements RecordsMeasurement {
  private static final int CLIENTS = 8;
  private static final int OPENS_PER_CREATE = 4;

  private final RecordMetaData metaData = BenchNotes.metaData(RecordLayout.SPLIT, 1);

  @Override
  public List<Figure> run(Duration time) {
    AtomicLong transactions = new AtomicLong();
    try (RecordsFixture fixture = new RecordsFixture();
        Clients clients = new Clients(CLIENTS)) {
      RecordDatabase database = fixture.database(10_000);
      double rate =
          clients.perSecond(
              time,
              (client, turn) -> {
                Tuple store = Tuple.from(client, turn / OPENS_PER_CREATE);
                var unused =
                    fixture.inStore(
                        database, metaData, store, it -> it.save(BenchNotes.note(turn, 0)));
                transactions.incrementAndGet();
              });
      return List.of(
          new Figure("creates, opens and saves/s, 8 clients", rate, rate, 1, Target.NONE),
          new Figure(
              "conflicts of so many transactions",
              fixture.retries(),
              transactions.get(),
              fixture.retries(),
              Target.atMost(0)));
    }
  }
}
