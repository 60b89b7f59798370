package dev.tenure.record.index.aggregate;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of groups that nobody wrote: readers and savers give an answer or a typed error. */
final class AggregateFuzzTest {
  private static final int CASES = 4_000;
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final List<Index> INDEXES =
      List.of(
          Index.aggregate("sum", Index.SUM, TEAM, SCORE),
          Index.aggregate("min-long", Index.MIN_EVER_LONG, TEAM, SCORE),
          Index.aggregate("max-tuple", Index.MAX_EVER_TUPLE, TEAM, concat(SCORE, field("text"))),
          Index.aggregate("versions", Index.MAX_EVER_VERSION, TEAM, version()),
          Index.aggregate("greatest", Index.PERMUTED_MAX, TEAM, SCORE)
              .option(Index.PERMUTED_SIZE, "1"),
          Index.aggregate("least", Index.PERMUTED_MIN, TEAM, SCORE),
          Index.aggregate("bits", Index.BITMAP_VALUE, TEAM, field("slot"))
              .option(Index.BITMAP_ENTRY_SIZE, "16"),
          Index.aggregate("unique", Index.BITMAP_VALUE, TEAM, field("slot"))
              .option(Index.BITMAP_ENTRY_SIZE, "16")
              .unique());

  private final SubjectStore store = new SubjectStore(INDEXES.toArray(new Index[0]));
  private final RandomGenerator random = Seeds.random("AggregateFuzzTest");

  @AfterEach
  void close() {
    store.close();
  }

  private static Subject subject(long id) {
    return SubjectStore.subject("t", id, id * 10).toBuilder().setText("w").setSlot(id).build();
  }

  @Test
  void anyRowGivesATypedErrorOrAnAnswer() {
    store.save(subject(1), subject(2), subject(30));
    List<KeyValue> rows = rows();
    assertTrue(rows.size() > 12, rows::toString);
    int damaged = 0;
    for (int i = 0; i < CASES; i++) {
      KeyValue row = rows.get(random.nextInt(rows.size()));
      boolean inKey = random.nextInt(3) == 0;
      byte[] key = inKey ? mangledKey(row.getKey()) : row.getKey();
      byte[] value = inKey && random.nextBoolean() ? row.getValue() : mangled(row.getValue());
      damaged += errors(row.getKey(), key, value);
    }
    assertTrue(damaged > CASES / 10, "errors: " + damaged);
  }

  /** All rows of entries and structures. */
  private List<KeyValue> rows() {
    byte[] prefix = store.test.subspace.getKey();
    Range range =
        new Range(
            ByteArrayUtil.join(prefix, Tuple.from(2).pack()),
            ByteArrayUtil.join(prefix, Tuple.from(4).pack()));
    return store.test.run(context -> context.transaction().getRange(range).asList());
  }

  /** Puts a row in the place of one, does everything, and counts the errors. */
  private int errors(byte[] old, byte[] key, byte[] value) {
    String row = ByteArrayUtil.printable(key) + " = " + ByteArrayUtil.printable(value);
    try (RecordContext context = store.test.database.openContext()) {
      RecordStore open = store.openNow(context);
      context.clear(old);
      context.set(key, value);
      return INDEXES.stream().mapToInt(index -> read(open, index, row)).sum()
          + attempt(row, () -> context.join(open.save(subject(20))))
          + attempt(row, () -> context.join(open.delete("Subject", Tuple.from("t", 30))))
          + attempt(row, () -> check(context));
    }
  }

  /** Runs the checks of the commit, which then fails of a check of this test. */
  private static Object check(RecordContext context) {
    context.addCommitCheck(
        () ->
            context
                .readVersion()
                .thenAccept(
                    version ->
                        context.addCommitCheck(() -> CompletableFuture.failedFuture(new Stop()))));
    try {
      context.join(context.commit());
      throw new AssertionError("committed");
    } catch (Stop stopped) {
      return stopped;
    }
  }

  private static final class Stop extends IllegalStateException {
    private static final long serialVersionUID = 1L;
  }

  private int read(RecordStore open, Index index, String row) {
    RecordContext context = open.context();
    String name = index.name();
    ScanOptions options = ScanOptions.defaults();
    int errors =
        attempt(
            row,
            () ->
                context.join(
                    open.scanIndex(name, TupleRange.all(), Continuation.START, options).asList()));
    if (index.type().equals(Index.BITMAP_VALUE)) {
      BitmapQuery query = BitmapQuery.of(open.index(name), Tuple.from("t"));
      return errors
          + attempt(row, () -> context.join(query.positions(Continuation.START, options).asList()));
    }
    Aggregates aggregates = Aggregates.of(open.index(name));
    return errors
        + attempt(
            row, () -> context.join(aggregates.value(Tuple.from("t"), Isolation.SERIALIZABLE)))
        + attempt(row, () -> context.join(aggregates.rollUp(new Tuple(), options)));
  }

  private interface Work {
    Object run();
  }

  private static int attempt(String row, Work work) {
    try {
      Objects.requireNonNull(work.run(), row);
      return 0;
    } catch (RecordLayerException e) {
      boolean expected = e.code() == Code.DAMAGED || e.code() == Code.UNIQUENESS_VIOLATION;
      assertTrue(expected, () -> row + ": " + e);
      assertTrue(String.valueOf(e.getMessage()).contains("store "), () -> row + ": " + e);
      return 1;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError(row, e);
    }
  }

  /** The subspace, the kind of row and the number of the index stay. */
  private byte[] mangledKey(byte[] key) {
    int stays = store.test.subspace.getKey().length + 4;
    byte[] tail = mangled(Arrays.copyOfRange(key, stays, key.length));
    byte[] whole = ByteArrayUtil.join(Arrays.copyOf(key, stays), tail);
    return Arrays.copyOf(whole, Math.min(whole.length, 9_000));
  }

  private byte[] mangled(byte[] bytes) {
    switch (random.nextInt(5)) {
      case 0 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 1 -> {
        return ByteArrayUtil.join(bytes, noise(1 + random.nextInt(9)));
      }
      case 2 -> {
        return noise(random.nextInt(30));
      }
      case 3 -> {
        byte[] deep = new byte[random.nextInt(8_000)];
        Arrays.fill(deep, (byte) 0x05);
        return deep;
      }
      default -> {
        byte[] changed = bytes.clone();
        IntStream.range(0, changed.length == 0 ? 0 : 1 + random.nextInt(3))
            .forEach(i -> changed[random.nextInt(changed.length)] = (byte) random.nextInt());
        return changed;
      }
    }
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    for (int at = 0; at < length; at++) {
      noise[at] = (byte) (random.nextBoolean() ? random.nextInt(0x34) : random.nextInt());
    }
    return noise;
  }

  @Test
  void rowsAsTheyAreGiveNoError() {
    store.save(subject(1), subject(2), subject(30));
    KeyValue row = rows().get(0);
    assertEquals(0, errors(row.getKey(), row.getKey(), row.getValue()));
  }
}
