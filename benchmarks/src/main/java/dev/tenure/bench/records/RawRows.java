package dev.tenure.bench.records;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
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
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongFunction;

/**
 * The processor time of operations on small records with a value index and a count, compared with
 * the reads and writes of the same rows without the record layer. The peer has its keys and values
 * ready, and reads no message. Everything runs on the measuring thread: the record layer, the
 * engine in memory, and its commits.
 */
final class RawRows implements RecordsMeasurement {
  private static final int RECORDS = 5_000;
  private static final long TEAMS = 10;

  /** The bytes of a stored record before and behind its message. */
  private static final int ENVELOPE_BYTES = 7;

  /** Each round has other points and teams than the one before. */
  private static final int ROUNDS = 2;

  private static final byte[] NOTHING = {};
  private static final byte[] ONE = number(1);
  private static final byte[] MINUS_ONE = number(-1);

  private final RecordLayout layout;
  private final int perTransaction;
  private final RecordMetaData metaData;
  private final Rows[][] rows = new Rows[ROUNDS][RECORDS];

  /**
   * @param perTransaction the number of operations in a transaction; a divisor of 5,000
   */
  private RawRows(RecordLayout layout, int perTransaction) {
    this.layout = layout;
    this.perTransaction = perTransaction;
    this.metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Score.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("id")).layout(layout))
            .index(Scores.SCORE, Scores.BY_POINTS)
            .index(Scores.SCORE, Index.count("teams", field("team")))
            .build();
    for (int round = 0; round < ROUNDS; round++) {
      for (int id = 0; id < RECORDS; id++) {
        rows[round][id] = Rows.of(layout, id, round);
      }
    }
  }

  /** Both layouts, with many operations in a transaction and with one. */
  static RecordsMeasurement all() {
    return time -> {
      List<Figure> figures = new ArrayList<>();
      for (RecordLayout layout : List.of(RecordLayout.SINGLE_KEY, RecordLayout.SPLIT)) {
        for (int perTransaction : new int[] {100, 1}) {
          figures.addAll(new RawRows(layout, perTransaction).run(time));
        }
      }
      return figures;
    };
  }

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

  /** An operation of the record layer on one record. */
  private interface OnRecord {
    CompletableFuture<?> run(RecordStore store, long id, long round);
  }

  /** The same reads and writes of its rows. */
  private interface OnRows {
    void run(Transaction transaction, int id, int round);
  }

  /** The rows of one record in one round. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Rows(byte[] record, byte[] value, byte[] entry, byte[] team) {
    static Rows of(RecordLayout layout, long id, long round) {
      Score score = score(id, round);
      byte[] message = score.toByteArray();
      Tuple record = Tuple.from(1, 1, Tuple.from(id));
      return new Rows(
          key(layout == RecordLayout.SPLIT ? record.add(0) : record),
          Arrays.copyOf(message, message.length + ENVELOPE_BYTES),
          key(Tuple.from(2, 1, score.getPoints(), id)),
          key(Tuple.from(2, 2, score.getTeam())));
    }

    private static byte[] key(Tuple columns) {
      return Tuple.from("bench", "raw").addAll(columns).pack();
    }
  }

  @Override
  public List<Figure> run(Duration time) {
    return List.of(
        figure("save", time, 2, RawRows::save, this::saveRows),
        figure("load", time, 1.5, RawRows::load, this::loadRows),
        figure("replace", time, 2, RawRows::replace, this::saveRows));
  }

  private Figure figure(
      String operation, Duration time, double bound, OnRecord onRecord, OnRows onRows) {
    try (OneThread one = new OneThread()) {
      fill(one);
      ProcessorTime.Least least = ProcessorTime.of(time, records(one, onRecord), rows(one, onRows));
      return new Figure(
          operation + " ns, " + layout + ", of " + perTransaction + ", by its rows",
          least.subject() / perTransaction,
          least.peer() / perTransaction,
          least.ratio(),
          Target.atMost(bound));
    }
  }

  private void fill(OneThread one) {
    Clients.Operation saves = records(one, RawRows::save);
    Clients.Operation sets = rows(one, this::saveRows);
    for (int turn = 0; turn < RECORDS / perTransaction; turn++) {
      try {
        saves.run(0, turn);
        sets.run(0, turn);
      } catch (Exception e) {
        throw new IllegalStateException("records could not be saved: " + e, e);
      }
    }
  }

  private Clients.Operation records(OneThread one, OnRecord onRecord) {
    return (client, turn) ->
        one.database.join(
            one.database.run(
                context ->
                    RecordStore.open(context, RecordsFixture.options(metaData, Tuple.from("all")))
                        .thenCompose(
                            store -> each(turn, id -> onRecord.run(store, id, round(turn))))));
  }

  private CompletableFuture<Void> each(long turn, LongFunction<CompletableFuture<?>> step) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[perTransaction];
    for (int i = 0; i < perTransaction; i++) {
      all[i] = step.apply(id(turn, i));
    }
    return CompletableFuture.allOf(all);
  }

  private Clients.Operation rows(OneThread one, OnRows onRows) {
    return (client, turn) -> {
      try (Transaction transaction = one.engine.createTransaction()) {
        for (int i = 0; i < perTransaction; i++) {
          onRows.run(transaction, id(turn, i), round(turn));
        }
        transaction.commit().join();
      }
    };
  }

  private int id(long turn, int number) {
    return (int) ((turn * perTransaction + number) % RECORDS);
  }

  private int round(long turn) {
    return (int) (turn / (RECORDS / perTransaction) % ROUNDS);
  }

  private static Score score(long id, long round) {
    return Score.newBuilder()
        .setId(id)
        .setTeam("team " + (id + round) % TEAMS)
        .setPoints(id * ROUNDS + round)
        .setReport("a report of some length, as reports are")
        .build();
  }

  private static CompletableFuture<?> save(RecordStore store, long id, long round) {
    return store.save(score(id, round));
  }

  private static CompletableFuture<?> load(RecordStore store, long id, long round) {
    return store
        .load(Scores.SCORE, Tuple.from(id))
        .thenAccept(found -> requireFound(found.isPresent(), id));
  }

  private static CompletableFuture<?> replace(RecordStore store, long id, long round) {
    return store
        .load(Scores.SCORE, Tuple.from(id))
        .thenAccept(found -> store.replace(found.orElseThrow(), score(id, round)));
  }

  private void saveRows(Transaction transaction, int id, int round) {
    Rows now = rows[round][id];
    if (exists(transaction, now)) {
      Rows before = rows[(round + 1) % ROUNDS][id];
      transaction.clear(before.entry());
      transaction.mutate(MutationType.ADD, before.team(), MINUS_ONE);
    }
    transaction.set(now.record(), now.value());
    transaction.set(now.entry(), NOTHING);
    transaction.mutate(MutationType.ADD, now.team(), ONE);
  }

  private void loadRows(Transaction transaction, int id, int round) {
    requireFound(exists(transaction, rows[0][id]), id);
  }

  /** Reads as the layout demands: one key, or all parts that there may be. */
  private boolean exists(Transaction transaction, Rows of) {
    if (layout == RecordLayout.SINGLE_KEY) {
      return transaction.get(of.record()).join() != null;
    }
    byte[] record = Arrays.copyOf(of.record(), of.record().length - 1);
    return !transaction.getRange(Range.startsWith(record)).asList().join().isEmpty();
  }

  private static void requireFound(boolean found, long id) {
    if (!found) {
      throw new IllegalStateException("record " + id + " is missing");
    }
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
