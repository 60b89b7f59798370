package dev.tenure.campaigns.history;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a transaction. It passes each call on, and records what the check needs.
 */
final class RecordingTransaction {
  private static final int DURABILITY_RISKY = 120;
  private static final byte[] NO_KEY = {};

  private final Database database;
  private final Transaction below;
  private final History history;
  private final RecordedTransaction record;
  private final AtomicBoolean versionAsked = new AtomicBoolean();

  RecordingTransaction(Database database, Transaction below, History history) {
    this.database = database;
    this.below = below;
    this.history = history;
    this.record = history.begin();
  }

  Transaction proxy() {
    return (Transaction)
        Proxy.newProxyInstance(
            RecordingTransaction.class.getClassLoader(),
            new Class<?>[] {Transaction.class},
            (proxy, method, arguments) -> invoke((Transaction) proxy, method, arguments));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the caller has the future
  private @Nullable Object invoke(
      Transaction proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    switch (method.getName()) {
      case "set" -> record.write(new HistoryStep.Set(bytes(given[0]), bytes(given[1])));
      case "clear" -> record.write(clear(given));
      case "clearRangeStartsWith" -> {
        Range range = Range.startsWith(bytes(given[0]));
        record.write(new HistoryStep.Clear(range.begin, range.end));
      }
      case "mutate" ->
          record.write(
              new HistoryStep.Atomic((MutationType) given[0], bytes(given[1]), bytes(given[2])));
      case "setReadVersion" -> record.choseVersion();
      case "commit" -> {
        return commit();
      }
      case "onError" -> {
        return onError((Throwable) given[0]);
      }
      case "snapshot" -> {
        return snapshot(below.snapshot());
      }
      case "options" -> {
        return options();
      }
      case "getDatabase" -> {
        return database;
      }
      case "run", "read", "runAsync", "readAsync" -> {
        return applied(given[0], proxy);
      }
      default -> {
        return read(below, method, given, false);
      }
    }
    return RecordingDatabase.call(below, method, arguments);
  }

  /** A body that is given a transaction instead of a database runs in it. */
  @SuppressWarnings("unchecked") // the body takes transactions
  private static @Nullable Object applied(@Nullable Object body, Transaction transaction) {
    return ((Function<Transaction, ?>) Objects.requireNonNull(body)).apply(transaction);
  }

  private ReadTransaction snapshot(ReadTransaction reads) {
    return (ReadTransaction)
        Proxy.newProxyInstance(
            RecordingTransaction.class.getClassLoader(),
            new Class<?>[] {ReadTransaction.class},
            (proxy, method, arguments) ->
                method.getName().equals("snapshot")
                    ? proxy
                    : read(reads, method, arguments == null ? new Object[0] : arguments, true));
  }

  /** A read of rows is noted, anything else just done. */
  private @Nullable Object read(
      ReadTransaction reads, Method method, @Nullable Object[] given, boolean snapshot)
      throws Throwable {
    if (given.length > 0 && isOutside(given[0])) {
      return readOutside(reads, method, given);
    }
    return switch (method.getName()) {
      case "get" -> get(reads, bytes(given[0]), snapshot);
      case "getKey" -> getKey(reads, (KeySelector) given[0], snapshot);
      case "getRange" -> getRange(reads, method, given, snapshot);
      case "getReadVersion" -> {
        record.begin();
        Object version = RecordingDatabase.call(reads, method, given);
        noteVersion();
        yield version;
      }
      default -> RecordingDatabase.call(reads, method, given);
    };
  }

  /** A read of the system's own keys is no step, but the transaction has a read version with it. */
  private @Nullable Object readOutside(
      ReadTransaction reads, Method method, @Nullable Object[] given) throws Throwable {
    boolean asksForVersion = !isSpecial(given[0]);
    if (asksForVersion) {
      record.begin();
    }
    Object answer = RecordingDatabase.call(reads, method, given);
    if (asksForVersion) {
      noteVersion();
    }
    return answer;
  }

  private CompletableFuture<byte[]> get(ReadTransaction reads, byte[] key, boolean snapshot) {
    byte[] copy = key.clone();
    RecordedTransaction.Result result = record.read();
    CompletableFuture<byte[]> value = reads.get(key);
    noteVersion();
    return value.thenApply(
        found -> {
          result.is(
              new HistoryStep.Get(copy, snapshot, Optional.ofNullable(found).map(byte[]::clone)));
          return found;
        });
  }

  private CompletableFuture<byte[]> getKey(
      ReadTransaction reads, KeySelector selector, boolean snapshot) {
    RecordedTransaction.Result result = record.read();
    CompletableFuture<byte[]> key = reads.getKey(selector);
    noteVersion();
    return key.thenApply(
        found -> {
          result.is(new HistoryStep.GetKey(selector, snapshot, found.clone()));
          return found;
        });
  }

  @SuppressWarnings("unchecked") // getRange gives rows
  private AsyncIterable<KeyValue> getRange(
      ReadTransaction reads, Method method, @Nullable Object[] given, boolean snapshot)
      throws Throwable {
    Object rows = RecordingDatabase.call(reads, method, given);
    if (rows == null) {
      throw new IllegalStateException("a range came as null");
    }
    RangeArguments range = RangeArguments.of(given);
    return new RecordingRange(
        (AsyncIterable<KeyValue>) rows,
        () -> {
          RecordedTransaction.Result result = record.read();
          noteVersion();
          return (found, complete) ->
              result.is(
                  new HistoryStep.GetRange(
                      range.begin(),
                      range.end(),
                      range.limit(),
                      range.reverse(),
                      snapshot,
                      found,
                      complete));
        });
  }

  /** The read version is on its way anyhow; hears of it. */
  private void noteVersion() {
    if (versionAsked.compareAndSet(false, true)) {
      var unused = below.getReadVersion().thenAccept(record::readVersionIs);
    }
  }

  private CompletableFuture<Void> commit() {
    if (record.writes()) {
      byte[] marker = history.markerOf(record);
      byte[] template = History.stampTemplate();
      record.write(new HistoryStep.Atomic(MutationType.SET_VERSIONSTAMPED_VALUE, marker, template));
      below.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, marker, template);
    }
    record.beginCommit();
    return below
        .commit()
        .whenComplete(
            (done, error) -> {
              if (error == null) {
                record.committed(below.getCommittedVersion());
              } else {
                record.failed(error);
              }
            });
  }

  private CompletableFuture<Transaction> onError(Throwable error) {
    return below
        .onError(error)
        .thenApply(next -> new RecordingTransaction(database, next, history).proxy());
  }

  private TransactionOptions options() {
    return new TransactionOptions(
        (code, value) -> {
          if (code == DURABILITY_RISKY) {
            record.setRisky();
          }
          below.options().getOptionConsumer().setOption(code, value);
        });
  }

  private static HistoryStep.Clear clear(@Nullable Object[] given) {
    if (given[0] instanceof Range range) {
      return new HistoryStep.Clear(range.begin, range.end);
    }
    byte[] begin = bytes(given[0]);
    byte[] end = given.length == 1 ? ByteArrayUtil.join(begin, new byte[1]) : bytes(given[1]);
    return new HistoryStep.Clear(begin, end);
  }

  /** Whether a read begins at system or special keys, which are not the clients' rows. */
  private static boolean isOutside(@Nullable Object first) {
    byte[] key = keyOf(first);
    return key.length > 0 && key[0] == (byte) 0xff;
  }

  /** Keys of the client's own, which are answered without the cluster. */
  private static boolean isSpecial(@Nullable Object first) {
    byte[] key = keyOf(first);
    return key.length > 1 && key[1] == (byte) 0xff;
  }

  private static byte[] keyOf(@Nullable Object first) {
    return first instanceof KeySelector selector
        ? selector.getKey()
        : first instanceof Range range ? range.begin : first instanceof byte[] k ? k : NO_KEY;
  }

  private static byte[] bytes(@Nullable Object argument) {
    if (argument instanceof byte[] bytes) {
      return bytes.clone();
    }
    throw new IllegalArgumentException("a key or value is " + argument + ", bytes are needed");
  }
}
