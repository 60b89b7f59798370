package dev.tenure.record.meter;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CountingTransactionTest {
  private static final byte[] A = {'a'};
  private static final byte[] B = {'b'};
  private static final byte[] C = {'c'};

  /** Moves no data: whatever else the interfaces have must be counted. */
  private static final Set<String> UNCOUNTED =
      Set.of(
          "addReadConflictKey",
          "addReadConflictKeyIfNotSnapshot",
          "addReadConflictRange",
          "addReadConflictRangeIfNotSnapshot",
          "addWriteConflictKey",
          "addWriteConflictRange",
          "cancel",
          "close",
          "commit",
          "getApproximateSize",
          "getCommittedVersion",
          "getDatabase",
          "getExecutor",
          "getReadVersion",
          "getVersionstamp",
          "isSnapshot",
          "onError",
          "options",
          "read",
          "readAsync",
          "run",
          "runAsync",
          "setReadVersion",
          "snapshot",
          "watch");

  private final Database engine =
      EmbeddedDatabase.memory(EmbeddedEnvironment.builder().clock(new ManualClock()).build());
  private final TransactionMeter meter = new TransactionMeter(Clock.systemUTC());
  private final Transaction plain = engine.createTransaction();
  private final Transaction counted = meter.around(plain);

  @BeforeEach
  void fill() {
    engine.run(
        transaction -> {
          transaction.set(A, new byte[10]);
          transaction.set(B, new byte[20]);
          return 0;
        });
  }

  @AfterEach
  void close() {
    counted.close();
    engine.close();
  }

  private void assertCounts(Map<RecordCounter, Long> expected) {
    assertEquals(expected, meter.counts());
  }

  @Test
  void everyMethodOfTheInterfacesIsTheWrappersOwn() throws NoSuchMethodException {
    for (Method method : Transaction.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        Method own =
            CountingTransaction.class.getMethod(method.getName(), method.getParameterTypes());
        assertFalse(own.getDeclaringClass().isInterface(), method::toString);
      }
    }
    for (Method method : ReadTransaction.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        Method own = CountingReads.class.getMethod(method.getName(), method.getParameterTypes());
        assertFalse(own.getDeclaringClass().isInterface(), method::toString);
      }
    }
  }

  @Test
  void everyMethodThatMovesDataCounts() throws IllegalAccessException {
    Set<String> uncounted = new TreeSet<>();
    for (Method method : Transaction.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers()) && !counts(method)) {
        uncounted.add(method.getName());
      }
    }
    assertEquals(new TreeSet<>(UNCOUNTED), uncounted);
  }

  /** Whether a call of the method counts anything. */
  private boolean counts(Method method) throws IllegalAccessException {
    TransactionMeter own = new TransactionMeter(Clock.systemUTC());
    try (Transaction transaction = own.around(engine.createTransaction())) {
      Object result = method.invoke(transaction, arguments(method));
      if (result instanceof AsyncIterable<?> rows) {
        var unused = rows.asList().handle((found, error) -> found).join();
      }
    } catch (InvocationTargetException e) {
      assertTrue(UNCOUNTED.contains(method.getName()) || !own.counts().isEmpty(), method::toString);
    }
    return !own.counts().isEmpty();
  }

  private static Object[] arguments(Method method) {
    int[] bytes = {0};
    return Arrays.stream(method.getParameterTypes()).map(type -> argument(type, bytes)).toArray();
  }

  private static Object argument(Class<?> type, int[] bytes) {
    if (type == byte[].class) {
      return bytes[0]++ == 0 ? A : C;
    }
    if (type == KeySelector.class) {
      return KeySelector.firstGreaterOrEqual(bytes[0]++ == 0 ? A : C);
    }
    Map<Class<?>, Object> samples =
        Map.ofEntries(
            entry(Range.class, new Range(A, C)),
            entry(int.class, 1),
            entry(long.class, 1L),
            entry(boolean.class, false),
            entry(StreamingMode.class, StreamingMode.ITERATOR),
            entry(MutationType.class, MutationType.ADD),
            entry(Throwable.class, new IllegalStateException()),
            entry(Function.class, (Function<Object, Object>) CountingTransactionTest::done));
    return Objects.requireNonNull(samples.get(type), () -> "no sample of " + type);
  }

  /** A function that does nothing; asynchronous ones must give a future. */
  private static Object done(Object in) {
    Object done = CompletableFuture.completedFuture(in);
    return done;
  }

  @Test
  void readsOfKeysCountWhatTheyFind() {
    assertEquals(10, counted.get(A).join().length);
    assertEquals(20, counted.snapshot().get(B).join().length);
    assertEquals(null, counted.get(C).join());
    assertEquals(1, counted.getKey(KeySelector.firstGreaterThan(A)).join().length);

    assertCounts(
        Map.of(
            RecordCounter.READS, 4L, RecordCounter.KEYS_READ, 3L, RecordCounter.BYTES_READ, 33L));
    assertTrue(meter.readVersionWait().isPresent());
  }

  @Test
  void rangesCountTheRowsThatAreTaken() {
    assertEquals(2, counted.getRange(A, C).asList().join().size());
    AsyncIterator<?> rows = counted.snapshot().getRange(A, C).iterator();
    assertTrue(rows.hasNext());
    rows.next();
    rows.cancel();

    assertCounts(
        Map.of(
            RecordCounter.RANGE_READS, 2L,
            RecordCounter.KEYS_READ, 3L,
            RecordCounter.BYTES_READ, 43L));
  }

  @Test
  void rangeThatIsNotBegunCountsNothing() {
    counted.getRange(A, C);

    assertCounts(Map.of());
    assertTrue(meter.readVersionWait().isEmpty());
  }

  @Test
  void mappedRangeCountsTheRowsBehindTheRows() {
    byte[] record = Tuple.from("r", "x", 1).pack();
    byte[] index = Tuple.from("i", "x").pack();
    engine.run(
        transaction -> {
          transaction.set(record, new byte[7]);
          transaction.set(index, new byte[0]);
          return 0;
        });
    byte[] mapper = Tuple.from("r", "{K[1]}", "{...}").pack();
    var rows =
        counted
            .getMappedRange(
                KeySelector.firstGreaterOrEqual(Tuple.from("i").range().begin),
                KeySelector.firstGreaterOrEqual(Tuple.from("i").range().end),
                mapper,
                0,
                false,
                StreamingMode.WANT_ALL)
            .asList()
            .join();

    assertEquals(1, rows.get(0).getRangeResult().size());
    assertCounts(
        Map.of(
            RecordCounter.RANGE_READS,
            1L,
            RecordCounter.KEYS_READ,
            2L,
            RecordCounter.BYTES_READ,
            (long) index.length + record.length + 7));
  }

  @Test
  void writesCountKeysAndBytes() {
    counted.set(A, new byte[4]);
    counted.mutate(MutationType.ADD, B, new byte[8]);
    counted.clear(C);
    counted.clear(A, C);
    counted.clear(new Range(A, C));
    AsyncIterator<?> rows = counted.getRange(A, C).iterator();
    assertFalse(rows.hasNext());

    assertCounts(
        Map.of(
            RecordCounter.KEYS_WRITTEN, 3L,
            RecordCounter.BYTES_WRITTEN, 15L,
            RecordCounter.RANGES_CLEARED, 2L,
            RecordCounter.RANGE_READS, 1L));
    counted.commit().join();
    assertEquals(plain.getCommittedVersion(), counted.getCommittedVersion());
  }

  @Test
  void rowRemovedFromAnIteratorIsAKeyWritten() {
    AsyncIterator<?> rows = counted.getRange(A, C).iterator();
    rows.next();
    rows.remove();
    counted.commit().join();

    assertEquals(1, meter.counts().get(RecordCounter.KEYS_WRITTEN));
    List<?> left = engine.run(transaction -> transaction.getRange(A, C).asList().join());
    assertEquals(1, left.size());
  }

  @Test
  void functionsRunOnTheCountedTransaction() {
    int length = counted.run(inner -> inner.get(A).join().length);
    assertEquals(10, length);
    int again = counted.read(inner -> inner.get(A).join().length);
    assertEquals(10, again);
    counted.runAsync(inner -> inner.get(A)).join();
    counted.snapshot().readAsync(inner -> inner.get(A)).join();

    assertEquals(4, meter.counts().get(RecordCounter.READS));
  }

  @Test
  void snapshotOfASnapshotIsItself() {
    ReadTransaction snapshot = counted.snapshot();
    assertSame(snapshot, snapshot.snapshot());
    assertTrue(snapshot.isSnapshot());
    assertFalse(counted.isSnapshot());
  }

  @Test
  void retriedTransactionIsCountedOn() {
    Transaction next = counted.onError(new FDBException("again", 1020)).join();
    next.set(A, B);
    next.close();

    assertEquals(1, meter.counts().get(RecordCounter.KEYS_WRITTEN));
  }

  @Test
  void namesOfMetersAreDistinctAndPlain() {
    List<String> names =
        Arrays.stream(RecordCounter.values()).map(RecordCounter::meterName).toList();
    assertEquals(names.size(), names.stream().collect(Collectors.toSet()).size());
    assertTrue(names.stream().allMatch(name -> name.matches("[a-z]+(\\.[a-z]+)*")));
  }
}
