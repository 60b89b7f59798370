package dev.tenure.record;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.EndedCursor;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Loads and scans the records of one store, its index entries and counts. */
final class RecordReader {
  private final StoreState state;
  private final StoreKeys keys;

  RecordReader(StoreState state, StoreKeys keys) {
    this.state = state;
    this.keys = keys;
  }

  CompletableFuture<Optional<StoredRecord>> load(
      CompiledType type, Tuple primaryKey, Isolation isolation) {
    byte[] record = keys.record(type.type(), primaryKey);
    return type.isSingleKey()
        ? loadSingleKey(type, primaryKey, record, isolation)
        : loadSplit(type, primaryKey, record, isolation);
  }

  private CompletableFuture<Optional<StoredRecord>> loadSingleKey(
      CompiledType type, Tuple primaryKey, byte[] record, Isolation isolation) {
    return reader(isolation)
        .get(record)
        .thenApply(
            value ->
                Optional.ofNullable(value)
                    .map(
                        bytes ->
                            decode(
                                type,
                                primaryKey,
                                new RowSource.Row(record, bytes, 1, bytes.length))));
  }

  private CompletableFuture<Optional<StoredRecord>> loadSplit(
      CompiledType type, Tuple primaryKey, byte[] record, Isolation isolation) {
    Range parts = StoreKeys.parts(record);
    return reader(isolation)
        .getRange(parts, ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(rows -> join(type, primaryKey, record, rows));
  }

  private Optional<StoredRecord> join(
      CompiledType type, Tuple primaryKey, byte[] record, List<KeyValue> rows) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    SplitRecord split = new SplitRecord(record, keys);
    rows.forEach(split::add);
    return Optional.of(decode(type, primaryKey, split.toRow()));
  }

  RecordCursor<StoredRecord> scan(
      CompiledType type, TupleRange range, Continuation from, ScanOptions options) {
    ScanRange whole = ScanRange.records(keys, type.type(), range, options.reverse());
    int base = whole.base().length;
    Function<RowSource.Row, StoredRecord> decoder =
        row -> decode(type, tuple(row.key(), base).getNestedTuple(0), row);
    return scan(whole, from, options, !type.isSingleKey(), decoder);
  }

  RecordCursor<IndexEntry> scanIndex(
      CompiledIndex index, TupleRange range, Continuation from, ScanOptions options) {
    ScanRange whole = ScanRange.index(keys, index, range, options.reverse());
    int base = whole.base().length;
    Function<RowSource.Row, IndexEntry> decoder =
        switch (index.index().kind()) {
          case VALUE -> row -> index.entry(tuple(row.key(), base), Tuple.fromBytes(row.value()));
          case COUNT -> row -> count(index, tuple(row.key(), base), row);
        };
    return scan(whole, from, options, false, decoder);
  }

  private IndexEntry count(CompiledIndex index, Tuple group, RowSource.Row row) {
    long count = PendingCounts.decode(row.value(), keys.describe(row.key()));
    return new IndexEntry(index.name(), group, Tuple.from(count), new Tuple());
  }

  private <T> RecordCursor<T> scan(
      ScanRange whole,
      Continuation from,
      ScanOptions options,
      boolean split,
      Function<RowSource.Row, T> decoder) {
    if (options.skip() == 0) {
      return scanRows(whole, from, options, split, decoder);
    }
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(options, from, at -> scanRows(whole, at, below, split, decoder));
  }

  private <T> RecordCursor<T> scanRows(
      ScanRange whole,
      Continuation from,
      ScanOptions options,
      boolean split,
      Function<RowSource.Row, T> decoder) {
    long fingerprint = whole.fingerprint();
    if (from.isEnd()) {
      return new EndedCursor<>();
    }
    ScanRange rest =
        from.isStart() ? whole : whole.behind(from.position(fingerprint, whole.toString()));
    if (rest.isEmpty()) {
      return new EndedCursor<>();
    }
    KeyRows rows =
        KeyRows.read(
            reader(options.isolation()),
            rest,
            split ? ReadTransaction.ROW_LIMIT_UNLIMITED : options.rowsMax(),
            streaming(options, split));
    LeafScan scan =
        new LeafScan(
            fingerprint,
            from,
            options.budgetOf(state.context().database().clock()),
            options.rowsMax());
    RowSource source = split ? new SplitRows(rows, rest, keys) : rows;
    return Cursors.strict(new ScanCursor<>(source, rest, scan, decoder));
  }

  /** Exactly the rows asked for, in one go, unless another limit may come first. */
  private static StreamingMode streaming(ScanOptions options, boolean split) {
    return options.isLimitedByRowsOnly() && !split ? StreamingMode.EXACT : StreamingMode.ITERATOR;
  }

  CompletableFuture<Long> count(CompiledIndex index, Tuple group, Isolation isolation) {
    byte[] key = group.pack(keys.indexPrefix(index));
    return reader(isolation)
        .get(key)
        .thenApply(
            value ->
                state.counts().pending(key)
                    + (value == null ? 0 : PendingCounts.decode(value, keys.describe(key))));
  }

  private ReadTransaction reader(Isolation isolation) {
    return switch (isolation) {
      case SERIALIZABLE -> state.context().transaction();
      case SNAPSHOT -> state.context().transaction().snapshot();
    };
  }

  private StoredRecord decode(CompiledType type, Tuple primaryKey, RowSource.Row row) {
    Envelope.Content content =
        Envelope.decode(row.value(), type.type().prototype(), keys, row.key());
    return new StoredRecord(
        type.name(),
        primaryKey,
        content.message(),
        content.schemaVersion(),
        row.value().length,
        row.keyCount());
  }

  private static Tuple tuple(byte[] key, int offset) {
    return Tuple.fromBytes(key, offset, key.length - offset);
  }
}
