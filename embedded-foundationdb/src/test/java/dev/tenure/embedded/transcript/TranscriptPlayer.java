package dev.tenure.embedded.transcript;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plays a transcript on a database and stops at the first step that gives something else. */
final class TranscriptPlayer {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TranscriptStage stage;
  private final Transcript transcript;
  private final TranscriptNotation notation;
  private final TranscriptTokens tokens = new TranscriptTokens();
  private final Expectation expectation;
  private final TranscriptDirectories directories;
  private final Loops loops;
  private final Map<String, Transaction> transactions = new HashMap<>();
  private final Map<String, Pending> futures = new HashMap<>();

  /** A future that was named, and what its step gives when it is done. */
  private record Pending(CompletableFuture<?> future, Supplier<TranscriptOutcome> outcome) {}

  TranscriptPlayer(TranscriptStage stage, Transcript transcript) {
    this.stage = stage;
    this.transcript = transcript;
    this.notation = new TranscriptNotation(transcript.prefix());
    this.expectation = new Expectation(notation, tokens);
    this.directories = new TranscriptDirectories(stage, notation);
    this.loops = new Loops(stage, notation);
  }

  /** What differed first, or null. */
  @Nullable String play() {
    try {
      for (TranscriptStep step : transcript.steps()) {
        if (transcript.isPause(step)) {
          pause();
        }
        TranscriptOutcome outcome = outcomeOf(step);
        String mismatch = step.flag("unchecked") ? null : expectation.mismatch(step, outcome);
        if (mismatch != null) {
          return mismatch + " at " + step;
        }
      }
      return null;
    } finally {
      transactions.values().forEach(Transaction::close);
    }
  }

  /** Nothing that is open now is used again. */
  private void pause() {
    transactions.values().forEach(Transaction::close);
    transactions.clear();
    futures.clear();
    stage.pause();
  }

  private TranscriptOutcome outcomeOf(TranscriptStep step) {
    try {
      return carryOut(step);
    } catch (RuntimeException failure) {
      return TranscriptOutcome.ofFailure(failure);
    }
  }

  private TranscriptOutcome carryOut(TranscriptStep step) {
    return switch (step.operation()) {
      case "begin" -> begin(step);
      case "set", "clear", "clearRange", "clearRangeStartsWith", "mutate" -> write(step);
      case "get", "getKey", "getRange", "getMappedRange" -> read(step);
      case "addReadConflictRange",
          "addWriteConflictRange",
          "addReadConflictKey",
          "addWriteConflictKey",
          "addReadConflictKeyIfNotSnapshot",
          "addReadConflictRangeIfNotSnapshot" ->
          conflict(step);
      case "commit" -> commit(step);
      case "onError" -> onError(step);
      case "sleep" -> sleep(step);
      case "await" -> await(step);
      case "cancelFuture" -> TranscriptOutcome.of("bool", pending(step).future().cancel(true));
      case "run" -> loops.run(step, transactions.get(step.textOrNull("t")));
      case "directory" -> directory(step);
      case "dump" -> dump();
      default -> ask(step);
    };
  }

  private TranscriptOutcome begin(TranscriptStep step) {
    Transaction old = transactions.put(step.text("t"), stage.database().createTransaction());
    if (old != null) {
      old.close();
    }
    return TranscriptOutcome.OK;
  }

  private Transaction transaction(TranscriptStep step) {
    Transaction transaction = transactions.get(step.text("t"));
    if (transaction == null) {
      throw new IllegalArgumentException("no transaction was begun for " + step);
    }
    return transaction;
  }

  private ReadTransaction reads(TranscriptStep step) {
    Transaction transaction = transaction(step);
    return step.flag("snapshot") ? transaction.snapshot() : transaction;
  }

  /** Arguments a transcript leaves out are null on purpose. */
  @SuppressWarnings("NullAway")
  private byte[] bytes(TranscriptStep step, String name) {
    return notation.decodeOrNull(step.textOrNull(name));
  }

  private TranscriptOutcome write(TranscriptStep step) {
    Transaction transaction = transaction(step);
    switch (step.operation()) {
      case "set" -> transaction.set(bytes(step, "key"), bytes(step, "value"));
      case "clear" -> transaction.clear(bytes(step, "key"));
      case "clearRange" -> transaction.clear(bytes(step, "begin"), bytes(step, "end"));
      case "mutate" ->
          transaction.mutate(
              MutationType.valueOf(step.text("type")), bytes(step, "key"), bytes(step, "param"));
      default -> transaction.clear(Range.startsWith(bytes(step, "key")));
    }
    return TranscriptOutcome.OK;
  }

  private TranscriptOutcome conflict(TranscriptStep step) {
    Transaction transaction = transaction(step);
    switch (step.operation()) {
      case "addReadConflictRange" ->
          transaction.addReadConflictRange(bytes(step, "begin"), bytes(step, "end"));
      case "addWriteConflictRange" ->
          transaction.addWriteConflictRange(bytes(step, "begin"), bytes(step, "end"));
      case "addReadConflictKey" -> transaction.addReadConflictKey(bytes(step, "key"));
      case "addWriteConflictKey" -> transaction.addWriteConflictKey(bytes(step, "key"));
      case "addReadConflictKeyIfNotSnapshot" -> {
        return TranscriptOutcome.of(
            "bool", reads(step).addReadConflictKeyIfNotSnapshot(bytes(step, "key")));
      }
      default -> {
        return TranscriptOutcome.of(
            "bool",
            reads(step)
                .addReadConflictRangeIfNotSnapshot(bytes(step, "begin"), bytes(step, "end")));
      }
    }
    return TranscriptOutcome.OK;
  }

  private TranscriptOutcome read(TranscriptStep step) {
    ReadTransaction reads = reads(step);
    return switch (step.operation()) {
      case "get" -> {
        CompletableFuture<byte[]> value = reads.get(bytes(step, "key"));
        yield later(step, value, () -> TranscriptOutcome.ofBytes("value", value.join()));
      }
      case "getKey" -> {
        CompletableFuture<byte[]> key = reads.getKey(selector(step.list("selector")));
        yield later(step, key, () -> TranscriptOutcome.ofBytes("key", key.join()));
      }
      case "getRange" -> range(step, reads);
      default -> {
        CompletableFuture<List<MappedKeyValue>> rows =
            reads
                .getMappedRange(
                    selector(step.list("begin")),
                    selector(step.list("end")),
                    bytes(step, "mapper"),
                    (int) step.number("limit", 0),
                    step.flag("reverse"),
                    mode(step, StreamingMode.WANT_ALL))
                .asList();
        yield later(step, rows, () -> mapped(rows.join()));
      }
    };
  }

  private static StreamingMode mode(TranscriptStep step, StreamingMode otherwise) {
    return step.has("mode") ? StreamingMode.valueOf(step.text("mode")) : otherwise;
  }

  private KeySelector selector(List<?> parts) {
    return new KeySelector(
        notation.decode((String) parts.get(0)),
        (Boolean) parts.get(1),
        Math.toIntExact((Long) parts.get(2)));
  }

  private TranscriptOutcome range(TranscriptStep step, ReadTransaction reads) {
    var range =
        reads.getRange(
            selector(step.list("begin")),
            selector(step.list("end")),
            Math.toIntExact(step.number("limit", 0)),
            step.flag("reverse"),
            mode(step, StreamingMode.ITERATOR));
    if (!step.has("take")) {
      CompletableFuture<List<KeyValue>> rows = range.asList();
      return later(step, rows, () -> TranscriptOutcome.ofRows(rows.join()));
    }
    AsyncIterator<KeyValue> iterator = range.iterator();
    List<KeyValue> rows = new ArrayList<>();
    while (rows.size() < step.number("take", 0)) {
      CompletableFuture<Boolean> more = iterator.onHasNext();
      stage.waiting().await(more, PATIENCE);
      if (!more.join()) {
        break;
      }
      rows.add(iterator.next());
    }
    iterator.cancel();
    return TranscriptOutcome.ofRows(rows);
  }

  private static TranscriptOutcome mapped(List<MappedKeyValue> rows) {
    List<Map<String, Object>> mapped = new ArrayList<>();
    for (MappedKeyValue row : rows) {
      mapped.add(
          Map.of(
              "key", TranscriptNotation.encode(row.getKey()),
              "value", TranscriptNotation.encode(row.getValue()),
              "begin", TranscriptNotation.encode(row.getRangeBegin()),
              "end", TranscriptNotation.encode(row.getRangeEnd()),
              "rows", TranscriptOutcome.encoded(row.getRangeResult())));
    }
    return TranscriptOutcome.of("mapped", mapped);
  }

  private TranscriptOutcome commit(TranscriptStep step) {
    Transaction transaction = transaction(step);
    String stampName = step.textOrNull("stamp");
    CompletableFuture<byte[]> stamp = stampName == null ? null : transaction.getVersionstamp();
    CompletableFuture<Void> committed = transaction.commit();
    return later(
        step,
        committed,
        () -> {
          committed.join();
          long version = transaction.getCommittedVersion();
          tokens.bindCommit(version);
          if (stamp != null && stampName != null) {
            stage.waiting().await(stamp, PATIENCE);
            notation.bindStamp(stampName, stamp.join());
          }
          return TranscriptOutcome.of("committed", version);
        });
  }

  private TranscriptOutcome onError(TranscriptStep step) {
    Throwable failure =
        step.has("code")
            ? new FDBException("given by the transcript", (int) step.number("code", 0))
            : new IllegalStateException("given by the transcript");
    CompletableFuture<Transaction> next = transaction(step).onError(failure);
    return later(
        step,
        next,
        () -> {
          transactions.put(step.text("t"), next.join());
          return TranscriptOutcome.OK;
        });
  }

  private TranscriptOutcome sleep(TranscriptStep step) {
    stage.waiting().pass(Duration.ofMillis(step.number("millis", 0)));
    return TranscriptOutcome.OK;
  }

  private TranscriptOutcome ask(TranscriptStep step) {
    Transaction transaction = transaction(step);
    return switch (step.operation()) {
      case "option" -> option(step, transaction.options());
      case "cancel" -> {
        transaction.cancel();
        yield TranscriptOutcome.OK;
      }
      case "close" -> {
        transaction.close();
        yield TranscriptOutcome.OK;
      }
      case "setReadVersion" -> {
        Object version = step.fields().get("version");
        transaction.setReadVersion(version == null ? 0 : tokens.version(version));
        yield TranscriptOutcome.OK;
      }
      case "isSnapshot" -> TranscriptOutcome.of("bool", reads(step).isSnapshot());
      case "getCommittedVersion" -> committedVersion(transaction);
      case "getVersionstamp" -> {
        CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
        yield later(step, stamp, () -> TranscriptOutcome.ofBytes("value", stamp.join()));
      }
      case "watch" -> {
        CompletableFuture<Void> watch = transaction.watch(bytes(step, "key"));
        yield later(step, watch, () -> ok(watch));
      }
      default -> askNumber(step, transaction);
    };
  }

  private static TranscriptOutcome ok(CompletableFuture<Void> done) {
    done.join();
    return TranscriptOutcome.OK;
  }

  private static TranscriptOutcome committedVersion(Transaction transaction) {
    return TranscriptOutcome.of("version", transaction.getCommittedVersion());
  }

  private TranscriptOutcome askNumber(TranscriptStep step, Transaction transaction) {
    switch (step.operation()) {
      case "getReadVersion" -> {
        CompletableFuture<Long> version = transaction.getReadVersion();
        return later(step, version, () -> TranscriptOutcome.of("version", version.join()));
      }
      case "getApproximateSize" -> {
        CompletableFuture<Long> size = transaction.getApproximateSize();
        return later(step, size, () -> TranscriptOutcome.of("number", size.join()));
      }
      case "getEstimatedRangeSizeBytes" -> {
        CompletableFuture<Long> size =
            transaction.getEstimatedRangeSizeBytes(bytes(step, "begin"), bytes(step, "end"));
        return later(step, size, () -> TranscriptOutcome.of("number", size.join()));
      }
      case "getRangeSplitPoints" -> {
        var points =
            transaction.getRangeSplitPoints(
                bytes(step, "begin"), bytes(step, "end"), step.number("chunk", 0));
        return later(step, points, () -> TranscriptOutcome.ofKeys(points.join().getKeys()));
      }
      default -> throw new IllegalArgumentException("unknown operation in " + step);
    }
  }

  private static TranscriptOutcome option(TranscriptStep step, TransactionOptions options) {
    StringBuilder setter = new StringBuilder("set");
    for (String word : step.text("name").split("_", -1)) {
      setter.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    Object value = step.fields().get("value");
    try {
      for (Method method : TransactionOptions.class.getMethods()) {
        if (method.getName().contentEquals(setter)) {
          Object unused = value == null ? method.invoke(options) : method.invoke(options, value);
          return TranscriptOutcome.OK;
        }
      }
    } catch (InvocationTargetException e) {
      return TranscriptOutcome.ofFailure(e.getTargetException());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot call " + setter, e);
    }
    throw new IllegalArgumentException("no option " + setter);
  }

  /** What the future gives, or, when the step names it, that it was started. */
  private TranscriptOutcome later(
      TranscriptStep step, CompletableFuture<?> future, Supplier<TranscriptOutcome> outcome) {
    String name = step.textOrNull("future");
    if (name != null) {
      futures.put(name, new Pending(future, outcome));
      return TranscriptOutcome.OK;
    }
    return stage.waiting().await(future, PATIENCE) ? outcome.get() : TranscriptOutcome.PENDING;
  }

  private Pending pending(TranscriptStep step) {
    Pending pending = futures.get(step.text("future"));
    if (pending == null) {
      throw new IllegalArgumentException("no future of that name in " + step);
    }
    return pending;
  }

  private TranscriptOutcome await(TranscriptStep step) {
    Pending pending = pending(step);
    Duration within = step.has("within") ? Duration.ofMillis(step.number("within", 0)) : PATIENCE;
    return stage.waiting().await(pending.future(), within)
        ? pending.outcome().get()
        : TranscriptOutcome.PENDING;
  }

  private TranscriptOutcome directory(TranscriptStep step) {
    String name = step.textOrNull("t");
    CompletableFuture<TranscriptOutcome> outcome =
        directories.call(step, name == null ? null : transaction(step));
    return stage.waiting().await(outcome, PATIENCE) ? outcome.join() : TranscriptOutcome.PENDING;
  }

  private TranscriptOutcome dump() {
    byte[] prefix = notation.prefix();
    Range all =
        prefix.length == 0
            ? new Range(new byte[0], new byte[] {(byte) 0xff})
            : Range.startsWith(prefix);
    try (Transaction transaction = stage.database().createTransaction()) {
      CompletableFuture<List<KeyValue>> rows = transaction.getRange(all).asList();
      stage.waiting().await(rows, PATIENCE);
      return TranscriptOutcome.ofRows(rows.join());
    }
  }
}
