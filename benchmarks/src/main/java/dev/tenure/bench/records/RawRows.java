package dev.tenure.bench.records;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.measure.ProcessorTime;
import dev.tenure.bench.proto.Score;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongFunction;

/**
 * The processor time of single operations on small records with a value index and a count, beside
 * the reads and writes of the same rows without the record layer. Everything runs on the measuring
 * thread: the engine in memory, its commits, and the record layer.
 */
final class RawRows implements RecordsMeasurement {
  private static final int PER_TRANSACTION = 100;
  private static final int RECORDS = 5_000;
  private static final long TEAMS = 10;
  private static final int HEAD_BYTES = 7;
  private static final int ROUNDS = 2;
  private static final byte[] NOTHING = {};
  private static final byte[] ONE = number(1);
  private static final byte[] MINUS_ONE = number(-1);
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Score.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")).layout(dev.tenure.record.definition.RecordLayout.SINGLE_KEY))
          .index("Score", Scores.BY_POINTS)
          .index("Score", Index.count("teams", field("team")))
          .build();

  /** An engine and a record database that run on the thread of their caller. */
  private static final class OneThread implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final Database engine =
        EmbeddedDatabase.memory(
            EmbeddedEnvironment.builder()
                .commitExecutor(Runnable::run)
                .executor(Runnable::run)
                .timer(timer)
                .build());
    private final RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(new SplittableRandom(4711))
            .executor(Runnable::run)
            .timer(timer)
            .storeStatesMax(100)
            .build();

    @Override
    public void close() {
      engine.close();
      timer.shutdownNow();
    }
  }

  /** One operation of the record layer, and its rows without the record layer. */
  private interface InStore {
    CompletableFuture<?> run(RecordStore store, long id, long round);
  }

  private interface Raw {
    void run(Transaction transaction, long id, long round);
  }

  @Override
  public List<Figure> run(Duration time) {
    List<Figure> figures = new ArrayList<>();
    figures.add(figure("save", time, 2, RawRows::save, RawRows::rawSave));
    figures.add(figure("load", time, 1.5, RawRows::load, RawRows::rawLoad));
    figures.add(figure("replace", time, 2, RawRows::replace, RawRows::rawSave));
    return figures;
  }

  private static Figure figure(
      String name, Duration time, double bound, InStore inStore, Raw raw) {
    try (OneThread one = new OneThread()) {
      Clients.Operation records = records(one, inStore);
      Clients.Operation rows = rows(one, raw);
      fill(one);
      ProcessorTime.Least least = ProcessorTime.of(time, records, rows);
      return new Figure(
          name + ", ns / 1, by its raw rows",
          least.subject() / PER_TRANSACTION,
          least.peer() / PER_TRANSACTION,
          least.ratio(),
          Target.atMost(bound));
    }
  }

  private static void fill(OneThread one) {
    Clients.Operation saves = records(one, RawRows::save);
    Clients.Operation rows = rows(one, RawRows::rawSave);
    for (int turn = 0; turn < RECORDS / PER_TRANSACTION; turn++) {
      try {
        saves.run(0, turn);
        rows.run(0, turn);
      } catch (Exception e) {
        throw new IllegalStateException("records could not be saved: " + e, e);
      }
    }
  }

  private static Clients.Operation records(OneThread one, InStore inStore) {
    return (client, turn) ->
        one.database.join(
            one.database.run(
                context ->
                    RecordStore.open(context, RecordsFixture.options(META_DATA, Tuple.from("r")))
                        .thenCompose(
                            store -> each(turn, id -> inStore.run(store, id, round(turn))))));
  }

  private static long round(long turn) {
    return turn / (RECORDS / PER_TRANSACTION);
  }

  private static CompletableFuture<Void> each(long turn, LongFunction<CompletableFuture<?>> step) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[PER_TRANSACTION];
    for (int i = 0; i < PER_TRANSACTION; i++) {
      all[i] = step.apply((turn * PER_TRANSACTION + i) % RECORDS);
    }
    return CompletableFuture.allOf(all);
  }

  private static Clients.Operation rows(OneThread one, Raw raw) {
    return (client, turn) -> {
      try (Transaction transaction = one.engine.createTransaction()) {
        for (int i = 0; i < PER_TRANSACTION; i++) {
          raw.run(transaction, (turn * PER_TRANSACTION + i) % RECORDS, round(turn));
        }
        transaction.commit().join();
      }
    };
  }

  private static Score score(long id, long round) {
    return Score.newBuilder()
        .setId(id)
        .setTeam("team " + (id + round % ROUNDS) % TEAMS)
        .setPoints(id * 7_919 + round % ROUNDS)
        .setReport("a report of some length, as reports are")
        .build();
  }

  private static CompletableFuture<StoredRecord> save(RecordStore store, long id, long round) {
    return store.save(score(id, round));
  }

  private static CompletableFuture<?> load(RecordStore store, long id, long round) {
    return store
        .load("Score", Tuple.from(id))
        .thenAccept(found -> require(found.orElseThrow().message(Score.class).getId(), id));
  }

  private static CompletableFuture<?> replace(RecordStore store, long id, long round) {
    return store
        .load("Score", Tuple.from(id))
        .thenAccept(found -> store.replace(found.orElseThrow(), score(id, round)));
  }

  /** The rows of one record in one round, ready to be written. */
  private record Rows(byte[] key, byte[] value, byte[] entry, byte[] team) {
    static Rows of(long id, long round) {
      Score score = score(id, round);
      byte[] message = score.toByteArray();
      return new Rows(
          key(1, 1, Tuple.from(id)),
          ByteBuffer.allocate(HEAD_BYTES + message.length).put(HEAD_BYTES, message).array(),
          key(2, 1, score.getPoints(), id),
          key(2, 2, score.getTeam()));
    }

    private static byte[] key(Object... columns) {
      return Tuple.from("bench", "raw").addAll(Tuple.from(columns)).pack();
    }
  }

  private static final Rows[][] ROWS = rows();

  private static Rows[][] rows() {
    Rows[][] rows = new Rows[ROUNDS][RECORDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int id = 0; id < RECORDS; id++) {
        rows[round][id] = Rows.of(id, round);
      }
    }
    return rows;
  }

  private static void rawSave(Transaction transaction, long id, long round) {
    Rows rows = ROWS[(int) (round % ROUNDS)][(int) id];
    byte[] old = transaction.get(rows.key()).join();
    if (old != null) {
      Rows before = ROWS[(int) ((round + 1) % ROUNDS)][(int) id];
      transaction.clear(before.entry());
      transaction.mutate(MutationType.ADD, before.team(), MINUS_ONE);
    }
    transaction.set(rows.key(), rows.value());
    transaction.set(rows.entry(), NOTHING);
    transaction.mutate(MutationType.ADD, rows.team(), ONE);
  }

  private static void rawLoad(Transaction transaction, long id, long round) {
    byte[] found = transaction.get(ROWS[0][(int) id].key()).join();
    require(found == null ? -1 : id, id);
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static void require(long found, long id) {
    if (found != id) {
      throw new IllegalStateException("read " + found + " instead of " + id);
    }
  }
}
