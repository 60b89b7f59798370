package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionMeter;
import dev.tenure.record.serialize.RecordContent;
import dev.tenure.record.store.row.PreloadedRows;
import dev.tenure.record.store.row.Reread;
import dev.tenure.record.store.row.RowScan;
import dev.tenure.record.store.row.ScanRange;
import dev.tenure.record.store.row.SplitRecord;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.store.row.StoredRow;
import dev.tenure.record.store.row.StoredSize;
import dev.tenure.record.store.row.VersionSlot;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads and scans the records of one store, its index entries and counts. */
final class RecordReader {
  private final StoreState state;
  private final StoreKeys keys;
  private final RecordCodec codec;
  private final RowScan scan;
  private final @Nullable TransactionMeter meter;

  RecordReader(StoreState state, RecordCodec codec) {
    this(state, codec, null);
  }

  private RecordReader(StoreState state, RecordCodec codec, @Nullable TransactionMeter meter) {
    this.state = state;
    this.keys = state.keys();
    this.codec = codec;
    this.meter = meter;
    this.scan = new RowScan(state.context(), keys, this::reader, this::reread);
  }

  /** The same reader with another meter, which counts its reads. */
  RecordReader metered(TransactionMeter other) {
    return new RecordReader(state, codec, other);
  }

  /**
   * The record with a primary key in the extent of a type. In the shared extent, it may have any
   * type.
   */
  CompletableFuture<Optional<StoredRecord>> load(
      BoundType type, Tuple primaryKey, Isolation isolation) {
    return load(type, primaryKey, keys.record(type, primaryKey), isolation);
  }

  /**
   * As {@link #load(BoundType, Tuple, Isolation)}.
   *
   * @param record the prefix of all keys of the record
   */
  CompletableFuture<Optional<StoredRecord>> load(
      BoundType type, Tuple primaryKey, byte[] record, Isolation isolation) {
    StoredRecord.Origin origin = state.written().origin(isolation);
    return row(type, record, isolation)
        .thenApply(row -> row.map(found -> decode(type, primaryKey, found, origin)));
  }

  /** The stored rows of a record, read now or read ahead before. */
  private CompletableFuture<Optional<StoredRow>> row(
      BoundType type, byte[] record, Isolation isolation) {
    Optional<PreloadedRows.Answer> ahead = state.preloaded().find(record);
    if (ahead.isEmpty()) {
      return readRow(type, record, isolation);
    }
    if (isolation == Isolation.SERIALIZABLE) {
      addReadConflict(type, record);
    }
    return CompletableFuture.completedFuture(ahead.get().row());
  }

  /** The conflict of reading a record that this transaction has not written. */
  void addReadConflict(BoundType type, byte[] record) {
    if (type.isSingleKey()) {
      state.context().transaction().addReadConflictKey(record);
    } else {
      Range parts = StoreKeys.parts(record);
      state.context().transaction().addReadConflictRange(parts.begin, parts.end);
    }
  }

  /** Reads the stored rows of a record. */
  CompletableFuture<Optional<StoredRow>> readRow(
      BoundType type, byte[] record, Isolation isolation) {
    if (type.isSingleKey()) {
      return reader(isolation).get(record).thenApply(value -> single(record, value));
    }
    return readSplit(record, isolation);
  }

  /**
   * Reads the keys of a split record, and reads them again when the transaction has changed the
   * record meanwhile: they may be some of before and some of after the change.
   */
  private CompletableFuture<Optional<StoredRow>> readSplit(byte[] record, Isolation isolation) {
    WrittenRecords.Mark mark = state.written().mark();
    return reader(isolation)
        .getRange(
            StoreKeys.parts(record),
            ReadTransaction.ROW_LIMIT_UNLIMITED,
            false,
            StreamingMode.WANT_ALL)
        .asList()
        .thenCompose(
            rows -> {
              SplitRecord split = new SplitRecord(record, keys);
              rows.forEach(split::add);
              if (rows.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              return !split.isWholeInOneKey() && state.written().isChangedSince(record, mark)
                  ? readSplit(record, isolation)
                  : CompletableFuture.completedFuture(Optional.of(split.toRow()));
            });
  }

  /** How a scan that begins now reads a split record that the transaction changes meanwhile. */
  private Reread reread(Isolation isolation) {
    WrittenRecords.Mark mark = state.written().mark();
    return record ->
        state.written().isChangedSince(record, mark)
            ? Optional.of(readSplit(record, isolation))
            : Optional.empty();
  }

  private static Optional<StoredRow> single(byte[] record, byte @Nullable [] value) {
    return value == null
        ? Optional.empty()
        : Optional.of(new StoredRow(record, value, 1, (long) record.length + value.length));
  }

  /** The store as text, for errors. */
  String describe() {
    return keys.describe();
  }

  /** Whether a record with a primary key exists. Reads at most one key. */
  CompletableFuture<Boolean> exists(BoundType type, Tuple primaryKey, Isolation isolation) {
    byte[] record = keys.record(type, primaryKey);
    if (type.isSingleKey()) {
      return reader(isolation).get(record).thenApply(value -> value != null);
    }
    Range parts = StoreKeys.parts(record);
    return reader(isolation)
        .getRange(parts, 1, false, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> !rows.isEmpty());
  }

  /** The records of a type. */
  RecordCursor<StoredRecord> scan(
      BoundType type, TupleRange range, Continuation from, ScanOptions options) {
    if (!type.type().isInSharedExtent()) {
      return scanExtent(type, range, from, options);
    }
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(
        options,
        from,
        at ->
            scanExtent(type, range, at, below).filter(record -> record.type().equals(type.name())));
  }

  /**
   * The records in the extent of a type. In the shared extent, these are the records of all its
   * types.
   */
  RecordCursor<StoredRecord> scanExtent(
      BoundType type, TupleRange range, Continuation from, ScanOptions options) {
    return scanRecords(
        type, ScanRange.records(keys, type, range, options.reverse()), from, options);
  }

  /** The records of an extent in a range of keys, which begins and ends between records. */
  RecordCursor<StoredRecord> scanKeys(BoundType type, Range range, ScanOptions options) {
    ScanRange whole = ScanRange.recordKeys(keys, type, range);
    return scanRecords(type, whole, Continuation.START, options);
  }

  private RecordCursor<StoredRecord> scanRecords(
      BoundType type, ScanRange whole, Continuation from, ScanOptions options) {
    int base = whole.base().length;
    StoredRecord.Origin origin = state.written().origin(options.isolation());
    return scan.cursor(
        whole,
        from,
        options,
        !type.isSingleKey(),
        row -> decode(type, keys.primaryKey(row.key(), base), row, origin));
  }

  /** Rows of an index. */
  <T> RecordCursor<T> indexRows(
      BoundIndex index,
      Range range,
      Continuation from,
      ScanOptions options,
      OpenIndex.RowDecoder<T> decoder) {
    IndexKeys place = state.place(index);
    ScanRange whole = ScanRange.index(index, place, range, options.reverse());
    int base = whole.base().length;
    return scan.cursor(
        whole, from, options, false, row -> decoded(decoder, place.columns(row.key(), base), row));
  }

  /** Names its place only when that is needed: printing a key takes longer than decoding it. */
  private <T> T decoded(OpenIndex.RowDecoder<T> decoder, UnpackedTuple key, StoredRow row) {
    try {
      return decoder.decode(key, row.value(), "");
    } catch (RecordLayerException e) {
      return decoder.decode(key, row.value(), keys.describe(row.key()));
    }
  }

  /** The stored rows of the records of an extent. */
  RecordCursor<StoredRow> rows(
      BoundType type, ScanRange whole, Continuation from, ScanOptions options) {
    return scan.cursor(whole, from, options, !type.isSingleKey(), row -> row);
  }

  /** Rows that consist of one key each. */
  <T> RecordCursor<T> rows(
      ScanRange whole, Continuation from, ScanOptions options, Function<StoredRow, T> decoder) {
    return scan.cursor(whole, from, options, false, decoder);
  }

  CompletableFuture<Long> count(BoundIndex index, Tuple group, Isolation isolation) {
    if (group.size() != index.columnCount()) {
      throw new IllegalArgumentException(
          "group "
              + group
              + " of index "
              + index.name()
              + " has "
              + group.size()
              + " columns, expected "
              + index.columnCount());
    }
    byte[] key = state.place(index).key(group);
    return reader(isolation)
        .get(key)
        .thenApply(
            value ->
                state.pending().counts().pending(key)
                    + (value == null ? 0 : PendingCounts.decode(value, keys.describe(key))));
  }

  /** The transaction's reader with an isolation. */
  ReadTransaction reader(Isolation isolation) {
    ReadTransaction plain = isolation.reader(state.context());
    return meter == null ? plain : meter.aroundReads(plain);
  }

  private StoredRecord decode(
      BoundType type, Tuple primaryKey, StoredRow row, StoredRecord.Origin origin) {
    state.context().count(RecordCounter.RECORDS_LOADED, 1);
    RecordCodec.Decoded decoded = codec.read(type, row.value(), row.key());
    requireColumns(decoded.type(), primaryKey, row.key());
    RecordContent content = decoded.content();
    int bytes = row.value().length;
    RecordVersion version = version(row);
    long stored =
        type.isSingleKey()
            ? StoredSize.single(keys, row.key(), bytes)
            : StoredSize.split(keys, row.key(), bytes, row.keyCount(), version);
    return new StoredRecord(
        decoded.type().name(),
        primaryKey,
        content.message(),
        new StoredForm(
            content.head(), bytes, row.keyCount(), stored, content.current(), content.cutAt()),
        version,
        origin);
  }

  private void requireColumns(BoundType type, Tuple primaryKey, byte[] key) {
    int columns = type.primaryKey().columns().size();
    if (primaryKey.size() != columns) {
      throw keys.damaged(key, type.name(), "a primary key of " + columns + " columns");
    }
  }

  /** The version this transaction gives, or the one stored. */
  private @Nullable RecordVersion version(StoredRow row) {
    RecordVersion pending = state.versions().get(row.key());
    byte[] slot = row.version();
    if (pending != null || slot == null) {
      return pending;
    }
    return VersionSlot.decode(slot, keys.describe(row.key()));
  }
}
