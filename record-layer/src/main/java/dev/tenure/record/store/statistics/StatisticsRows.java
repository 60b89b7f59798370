package dev.tenure.record.store.statistics;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.plan.cost.ColumnStatistics;
import dev.tenure.record.plan.cost.Histogram;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.TypeStatistics;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Encodes statistics as rows, and decodes them. Each value is a format byte and a tuple; {@code
 * docs/formats/record-layer.md} has the table.
 */
final class StatisticsRows {
  private static final byte[] FORMAT = {1};
  private static final String COLUMN = "c";
  private static final String TUPLES = "t";
  private static final int TYPE_NUMBERS = 3;
  private static final int COLUMN_NUMBERS = 5;
  private static final int BOUND = 3;

  private final StoreKeys keys;
  private final BoundMetaData metaData;

  StatisticsRows(StoreKeys keys, BoundMetaData metaData) {
    this.keys = keys;
    this.metaData = metaData;
  }

  List<KeyValue> encode(SampledStatistics statistics) {
    List<KeyValue> rows = new ArrayList<>();
    rows.add(
        row(
            new Tuple(),
            Tuple.from(statistics.taken().toEpochMilli(), statistics.metaDataVersion())));
    statistics
        .types()
        .forEach(
            (name, type) -> {
              Tuple key = Tuple.from(metaData.type(name).type().typeKey());
              rows.add(row(key, Tuple.from(type.records(), type.bytes(), type.sampled())));
              type.columns()
                  .forEach((column, of) -> rows.add(row(key.add(COLUMN).add(column), encode(of))));
              type.distinct()
                  .forEach(
                      (tuple, count) ->
                          rows.add(row(key.add(TUPLES).add(tuple), Tuple.from(count))));
            });
    return rows;
  }

  private static Tuple encode(ColumnStatistics column) {
    List<Object> elements =
        new ArrayList<>(
            List.of(
                column.empty(),
                column.nulls(),
                column.elements(),
                column.distinct(),
                column.least()));
    for (Histogram.Bound bound : column.values().bounds()) {
      elements.add(bound.value().element());
      elements.add(bound.upTo());
      elements.add(bound.equal());
    }
    return Tuple.fromList(elements);
  }

  private KeyValue row(Tuple key, Tuple value) {
    return new KeyValue(key.pack(keys.statisticsPrefix()), value.pack(FORMAT));
  }

  /** The statistics of a type while its rows are being read. */
  private static final class Draft {
    private Tuple numbers = Tuple.from(0.0, 0.0, 0L);
    private final SortedMap<String, ColumnStatistics> columns = new TreeMap<>();
    private final SortedMap<String, Double> distinct = new TreeMap<>();

    TypeStatistics build() {
      return new TypeStatistics(
          numbers.getDouble(0), numbers.getDouble(1), numbers.getLong(2), columns, distinct);
    }
  }

  /**
   * Decodes statistics. Types that the metadata no longer has are left out.
   *
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  Optional<SampledStatistics> decode(List<KeyValue> rows) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    KeyValue first = rows.get(0);
    Tuple head = value(first);
    if (key(first).size() != 0 || !areNumbers(head, 0, 2, Long.class)) {
      throw damaged(first);
    }
    SortedMap<String, Draft> drafts = new TreeMap<>();
    for (KeyValue row : rows.subList(1, rows.size())) {
      Tuple key = key(row);
      if (key.isEmpty() || !(key.get(0) instanceof Long)) {
        throw damaged(row);
      }
      int typeKey = (int) Math.max(-1, Math.min(Integer.MAX_VALUE, key.getLong(0)));
      metaData
          .type(typeKey)
          .map(BoundType::name)
          .ifPresent(name -> decode(key, row, drafts.computeIfAbsent(name, unused -> new Draft())));
    }
    SortedMap<String, TypeStatistics> types = new TreeMap<>();
    drafts.forEach((name, draft) -> types.put(name, draft.build()));
    return Optional.of(
        new SampledStatistics(
            Instant.ofEpochMilli(head.getLong(0)),
            (int) Math.min(Integer.MAX_VALUE, head.getLong(1)),
            types));
  }

  private void decode(Tuple key, KeyValue row, Draft into) {
    Tuple value = value(row);
    boolean named = key.size() == 3 && key.get(1) instanceof String && key.get(2) instanceof String;
    if (key.size() == 1
        && value.size() == TYPE_NUMBERS
        && areNumbers(value, 0, 2, Double.class)
        && value.get(2) instanceof Long) {
      into.numbers = value;
    } else if (named && key.getString(1).equals(COLUMN)) {
      into.columns.put(key.getString(2), column(value, row));
    } else if (named
        && key.getString(1).equals(TUPLES)
        && value.size() == 1
        && areNumbers(value, 0, 1, Double.class)) {
      into.distinct.put(key.getString(2), value.getDouble(0));
    } else {
      throw damaged(row);
    }
  }

  private ColumnStatistics column(Tuple value, KeyValue row) {
    if (value.size() < COLUMN_NUMBERS
        || (value.size() - COLUMN_NUMBERS) % BOUND != 0
        || !areNumbers(value, 0, COLUMN_NUMBERS, Double.class)) {
      throw damaged(row);
    }
    List<Histogram.Bound> bounds = new ArrayList<>();
    for (int i = COLUMN_NUMBERS; i < value.size(); i += BOUND) {
      Object bound = value.get(i);
      if (bound == null || !areNumbers(value, i + 1, i + BOUND, Double.class)) {
        throw damaged(row);
      }
      bounds.add(
          new Histogram.Bound(
              ColumnValue.ofElement(bound), value.getDouble(i + 1), value.getDouble(i + 2)));
    }
    return new ColumnStatistics(
        value.getDouble(0),
        value.getDouble(1),
        value.getDouble(2),
        value.getDouble(3),
        value.getDouble(4),
        new Histogram(bounds));
  }

  /**
   * Whether some elements of a tuple exist, are numbers of a class, and are neither negative nor
   * infinite.
   */
  private static boolean areNumbers(Tuple tuple, int from, int to, Class<?> kind) {
    for (int i = from; i < to; i++) {
      if (i >= tuple.size()
          || !kind.isInstance(tuple.get(i))
          || !(((Number) tuple.get(i)).doubleValue() >= 0)
          || Double.isInfinite(((Number) tuple.get(i)).doubleValue())) {
        return false;
      }
    }
    return true;
  }

  private Tuple key(KeyValue row) {
    return PackedTuples.unpack(row.getKey(), keys.statisticsPrefix().length)
        .orElseThrow(() -> damaged(row));
  }

  private Tuple value(KeyValue row) {
    byte[] value = row.getValue();
    if (!ByteArrayUtil.startsWith(value, FORMAT)) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "statistics have an unknown format, expected 01 (" + keys.describe(row.getKey()) + ")");
    }
    return PackedTuples.unpack(value, FORMAT.length).orElseThrow(() -> damaged(row));
  }

  private RecordLayerException damaged(KeyValue row) {
    return keys.damaged(row.getKey(), "statistics", "a row as docs/formats/record-layer.md says");
  }
}
