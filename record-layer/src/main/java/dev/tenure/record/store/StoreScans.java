package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.meter.TransactionMeter;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Scans that consist of several scans: of all types one after another, or of an index and its
 * records.
 */
final class StoreScans {
  /** The number of records of an index scan that are loaded at once. */
  private static final int LOADS_AT_ONCE = 10;

  private final StoreState state;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final RecordReader indexReader;

  /**
   * Scans of a store.
   *
   * @param indexReader reads records for indexes, without fields that are nested too deep
   */
  StoreScans(
      StoreState state, StoreMetaData metaData, RecordReader reader, RecordReader indexReader) {
    this.state = state;
    this.metaData = metaData;
    this.reader = reader;
    this.indexReader = indexReader;
  }

  /** The same scans with a meter, which counts their reads. */
  StoreScans metered(TransactionMeter meter) {
    return new StoreScans(state, metaData, reader.metered(meter), indexReader.metered(meter));
  }

  /** The records of all types in the extent of a type. */
  RecordCursor<StoredRecord> extent(
      BoundType type, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scanExtent(type, range, from, options);
  }

  /** All records, in the order of extents, then of primary keys. */
  RecordCursor<StoredRecord> all(Continuation from, ScanOptions options) {
    ScanBudget budget = options.budgetOf(state.context().environment().clock());
    ScanOptions below = options.within(budget);
    List<CursorSource<StoredRecord>> parts = new ArrayList<>();
    for (BoundType extent : extents(options.reverse(), type -> true)) {
      parts.add(at -> reader.scanExtent(extent, TupleRange.all(), at, below));
    }
    return Cursors.page(options, from, at -> Cursors.concat(at, parts));
  }

  /** One type of each extent that has one of these. */
  private List<BoundType> extents(boolean reverse, Predicate<BoundType> wanted) {
    Comparator<Integer> order = reverse ? Comparator.reverseOrder() : Comparator.naturalOrder();
    Map<Integer, BoundType> byExtent = new TreeMap<>(order);
    metaData.bound().types().stream()
        .filter(wanted)
        .forEach(type -> byExtent.putIfAbsent(type.extent(), type));
    return List.copyOf(byExtent.values());
  }

  /** The entries that a scan of an index returns. */
  RecordCursor<IndexEntry> entries(
      BoundIndex index, IndexScan scan, Continuation from, ScanOptions options) {
    return index.maintainer().scan(open(index), scan, from, options);
  }

  OpenIndex open(BoundIndex index) {
    return new StoreIndex(state, reader, this, index);
  }

  /** The records of an index's types, one extent after another. */
  RecordCursor<IndexedRecord> indexed(
      BoundIndex index, TupleRange primaryKeys, Continuation from, ScanOptions options) {
    ScanBudget budget = options.budgetOf(state.context().environment().clock());
    ScanOptions below = options.within(budget);
    List<CursorSource<IndexedRecord>> parts = new ArrayList<>();
    for (BoundType extent : extents(options.reverse(), index::has)) {
      parts.add(
          at ->
              indexReader
                  .scanExtent(extent, primaryKeys, at, below)
                  .map(this::indexed)
                  .filter(record -> index.has(record.type())));
    }
    return Cursors.page(options, from, at -> Cursors.concat(at, parts));
  }

  /** The record of an entry as indexes see it; empty when its extent is unknown. */
  CompletableFuture<Optional<IndexedRecord>> indexed(IndexEntry entry, Isolation isolation) {
    return extents(false, type -> type.extent() == entry.extent()).stream()
        .findFirst()
        .map(extent -> indexReader.load(extent, entry.primaryKey(), isolation))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
        .thenApply(found -> found.map(this::indexed));
  }

  private IndexedRecord indexed(StoredRecord record) {
    return record.indexed(metaData.bound().type(record.type()));
  }

  /** The records of an index's entries, in the order of the entries. */
  RecordCursor<StoredRecord> records(
      BoundIndex index,
      IndexScan scan,
      Continuation from,
      ScanOptions options,
      MissingRecord missing) {
    ScanOptions entries =
        missing == MissingRecord.FAIL ? options : options.withSkip(0).withRowsMax(0);
    CursorSource<StoredRecord> source =
        at ->
            entries(index, scan, at, entries)
                .<Optional<StoredRecord>>mapAsync(
                    entry -> load(entry, options.isolation(), missing), LOADS_AT_ONCE)
                .filter(Optional::isPresent)
                .map(Optional::orElseThrow);
    return missing == MissingRecord.FAIL
        ? source.resume(from)
        : Cursors.page(options, from, source);
  }

  /**
   * The record of an entry. A missing record fails if {@code missing} says so, and otherwise gives
   * an empty result.
   */
  CompletableFuture<Optional<StoredRecord>> load(
      IndexEntry entry, Isolation isolation, MissingRecord missing) {
    return missing == MissingRecord.FAIL
        ? required(
                entry.extent(),
                entry.primaryKey(),
                isolation,
                () -> "index " + entry.index() + " has the entry " + entry.key() + " for")
            .thenApply(Optional::of)
        : load(entry, isolation);
  }

  /**
   * The record to which another stored value refers.
   *
   * @param led the value that refers to the record, as text for the error
   * @return fails with DAMAGED when the record does not exist
   */
  CompletableFuture<StoredRecord> required(
      int extent, Tuple primaryKey, Isolation isolation, Supplier<String> led) {
    return load(extent, primaryKey, isolation, led)
        .thenApply(
            found ->
                found.orElseThrow(
                    () ->
                        new RecordLayerException(
                            RecordLayerException.Code.DAMAGED,
                            led.get()
                                + " the record "
                                + primaryKey
                                + ", which does not exist (store "
                                + state.keys().describe()
                                + ")")));
  }

  /** The record of an entry; empty when it does not exist. */
  CompletableFuture<Optional<StoredRecord>> load(IndexEntry entry, Isolation isolation) {
    return load(
        entry.extent(), entry.primaryKey(), isolation, () -> "entry of index " + entry.index());
  }

  private CompletableFuture<Optional<StoredRecord>> load(
      int extent, Tuple primaryKey, Isolation isolation, Supplier<String> led) {
    return reader.load(typeOf(extent, led), primaryKey, isolation);
  }

  /** A record of the shared extent, which may have any type. */
  CompletableFuture<Optional<StoredRecord>> loadShared(Tuple primaryKey, Isolation isolation) {
    BoundType any =
        metaData.bound().types().stream()
            .filter(type -> type.type().isInSharedExtent())
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no record type is in the shared extent"));
    return reader.load(any, any.requirePrimaryKey(primaryKey), isolation);
  }

  private BoundType typeOf(int extent, Supplier<String> led) {
    for (BoundType type : metaData.bound().types()) {
      if (type.extent() == extent) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        led.get() + " is of the extent " + extent + ", which has no record type");
  }

  /** An index of a type, which must be readable. */
  BoundIndex readable(String index, String type) {
    BoundIndex bound = metaData.bound().index(index);
    if (!bound.index().type().equals(type)) {
      throw new IllegalArgumentException(
          "index " + index + " is of type " + bound.index().type() + ", expected " + type);
    }
    return readable(index);
  }

  /**
   * An index.
   *
   * @throws RecordLayerException INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index
   */
  BoundIndex readable(String index) {
    BoundIndex bound = metaData.bound().index(index);
    IndexState found = state.indexState(bound);
    if (!found.isScannable()) {
      throw new RecordLayerException(
          RecordLayerException.Code.INDEX_NOT_READABLE,
          "index " + index + " of store " + state.keys().describe() + " is " + found);
    }
    return bound;
  }
}
