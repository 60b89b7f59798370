package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.StoreKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads the records in a range of a build's positions, serializably. */
final class SliceReader {
  private static final int LOADS_AT_ONCE = 10;
  private static final ByteString NUL = ByteString.copyFrom(new byte[1]);

  private final StoreState state;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final StoreScans scans;

  SliceReader(StoreState state, StoreMetaData metaData, RecordReader reader, StoreScans scans) {
    this.state = state;
    this.metaData = metaData;
    this.reader = reader;
    this.scans = scans;
  }

  /**
   * All records in a range of positions.
   *
   * @param range the range that was read. It begins at the beginning of the requested range, and
   *     ends after the last record when there may be more
   */
  record Part(List<StoredRecord> records, Range range) {}

  /** An entry, and its key without the store's subspace. */
  private record Row(ByteString position, IndexEntry entry) {
    ByteString behind() {
      return position.concat(NUL);
    }
  }

  /** A record, and the position behind it. */
  private record Met(StoredRecord record, ByteString behind) {}

  /** Reads records by their keys. */
  CompletableFuture<Part> records(BoundType extent, Range range, ScanOptions options) {
    return part(
        reader
            .scanKeys(extent, state.keys().absolute(range), options)
            .map(record -> new Met(record, ByteString.copyFrom(StoreKeys.behind(keyOf(record))))),
        range);
  }

  private byte[] keyOf(StoredRecord record) {
    BoundType type = metaData.bound().type(record.type());
    return state.keys().relative(state.keys().record(type, record.primaryKey()));
  }

  /** Reads records by their entries in an index. */
  CompletableFuture<Part> entries(BoundIndex source, Range range, ScanOptions options) {
    if (!state.indexState(source).isScannable()) {
      throw new RecordLayerException(
          Code.BUILD_REFUSED,
          "index "
              + source.name()
              + " of store "
              + state.keys().describe()
              + " is "
              + state.indexState(source)
              + ", nothing can be built from it");
    }
    Function<Row, CompletableFuture<Met>> load =
        row ->
            scans
                .load(row.entry(), Isolation.SERIALIZABLE, MissingRecord.FAIL)
                .thenApply(found -> new Met(found.orElseThrow(), row.behind()));
    byte[] prefix = state.place(source).prefix();
    return part(
        reader
            .<Row>indexRows(
                source,
                state.keys().absolute(range),
                Continuation.START,
                options,
                (key, value, where) ->
                    new Row(
                        ByteString.copyFrom(state.keys().relative(key.pack(prefix))),
                        source.maintainer().entry(key, value, where)))
            .mapAsync(load, LOADS_AT_ONCE),
        range);
  }

  private static CompletableFuture<Part> part(RecordCursor<Met> cursor, Range range) {
    return cursor
        .asPage()
        .thenApply(
            page -> {
              List<Met> met = page.items();
              byte[] end =
                  page.reason().isLimit()
                      ? met.get(met.size() - 1).behind().toByteArray()
                      : range.end;
              return new Part(met.stream().map(Met::record).toList(), new Range(range.begin, end));
            });
  }
}
