package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The positions at which a build meets records: keys of the rows that it scans, without the store's
 * subspace.
 */
sealed interface BuildPositions {

  /** The position of a record; empty when the scanned rows do not have the record. */
  Optional<byte[]> of(IndexedRecord record);

  /** All positions at which records of an index may be, as ranges in order. */
  List<Range> all(BoundIndex target);

  /**
   * Reads records from the beginning of a range of positions: as many as the options allow, and at
   * least one.
   */
  CompletableFuture<SliceReader.Part> read(SliceReader reader, Range range, ScanOptions options);

  /** The last position, at or before a key, that does not divide the rows of a record. */
  byte[] betweenRecords(byte[] position);

  /** The positions of a build; empty when its source was changed or removed. */
  static Optional<BuildPositions> of(BuildStamp stamp, StoreKeys keys, StoreMetaData metaData) {
    return stamp.source() == 0
        ? Optional.of(new OfRecords(keys, metaData))
        : stamp.sourceIn(metaData).map(source -> new OfEntries(keys, source));
  }

  /** Positions of a build from records: the records' keys. */
  record OfRecords(StoreKeys keys, StoreMetaData metaData) implements BuildPositions {
    private static final int ELEMENTS_OF_RECORD = 3;

    @Override
    public Optional<byte[]> of(IndexedRecord record) {
      return Optional.of(keys.relative(keys.record(record.type(), record.primaryKey())));
    }

    @Override
    public List<Range> all(BoundIndex target) {
      Map<Integer, Range> byExtent = new TreeMap<>();
      for (BoundType type : metaData.bound().types()) {
        if (target.has(type)) {
          byExtent.put(type.extent(), extent(type));
        }
      }
      return List.copyOf(byExtent.values());
    }

    private Range extent(BoundType type) {
      byte[] begin = keys.relative(keys.typePrefix(type));
      return new Range(begin, StoreKeys.behind(begin));
    }

    @Override
    public CompletableFuture<SliceReader.Part> read(
        SliceReader reader, Range range, ScanOptions options) {
      BoundType type =
          metaData.bound().types().stream()
              .filter(each -> contains(extent(each), range.begin))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("slice of no record type"));
      return reader.records(type, range, options);
    }

    private static boolean contains(Range range, byte[] key) {
      return Arrays.compareUnsigned(range.begin, key) <= 0
          && Arrays.compareUnsigned(key, range.end) < 0;
    }

    @Override
    public byte[] betweenRecords(byte[] position) {
      int end = 0;
      for (int i = 0; i < ELEMENTS_OF_RECORD; i++) {
        end = PackedTuples.end(position, end);
        if (end == PackedTuples.NONE) {
          return position;
        }
      }
      return Arrays.copyOf(position, end);
    }
  }

  /**
   * Positions of a build from an index: the keys of the records' entries, of which each record has
   * one.
   */
  record OfEntries(StoreKeys keys, BoundIndex source) implements BuildPositions {
    @Override
    public Optional<byte[]> of(IndexedRecord record) {
      List<Tuple> tuples = source.tuplesOf(record);
      return tuples.stream()
          .findFirst()
          .map(tuple -> source.entryKey(source.indexed(tuple), record))
          .map(key -> keys.relative(keys.index(source, IndexState.READABLE).key(key)));
    }

    @Override
    public List<Range> all(BoundIndex target) {
      return List.of(keys.relative(keys.entries(source.subspaceKey())));
    }

    @Override
    public CompletableFuture<SliceReader.Part> read(
        SliceReader reader, Range range, ScanOptions options) {
      return reader.entries(source, range, options);
    }

    @Override
    public byte[] betweenRecords(byte[] position) {
      return position;
    }
  }
}
