package dev.tenure.record.statistics;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.TypeStatistics;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Samples the statistics of a store in one transaction, by reads without conflicts. It reads all
 * records of a type that has few. Of any other type it reads stretches of neighbouring records at
 * places spread over the type's keys. It also reads the groups of count indexes, which tell exact
 * numbers. Immutable.
 *
 * <pre>{@code
 * StatisticsSampler.defaults().sample(store).thenAccept(store.queries()::keepStatistics)
 * }</pre>
 *
 * @param recordsMax the most records that are read of a type; up to twice as many when the type has
 *     more
 * @param boundsMax the most bounds in the histogram of a column
 */
public record StatisticsSampler(int recordsMax, int boundsMax) {
  private static final StatisticsSampler DEFAULTS = new StatisticsSampler(2_000, 128);
  private static final int RECORDS_LIMIT = 100_000;
  private static final int BOUNDS_LIMIT = 256;
  private static final int STRETCHES = 32;

  public StatisticsSampler {
    require("recordsMax", recordsMax, RECORDS_LIMIT);
    require("boundsMax", boundsMax, BOUNDS_LIMIT);
  }

  private static void require(String what, int given, int limit) {
    if (given < 1 || given > limit) {
      throw new IllegalArgumentException(what + " is " + given + ", expected 1 to " + limit);
    }
  }

  /** A sampler of at most 2,000 records of a type and 128 bounds of a column. */
  public static StatisticsSampler defaults() {
    return DEFAULTS;
  }

  public StatisticsSampler withRecordsMax(int records) {
    return new StatisticsSampler(records, boundsMax);
  }

  public StatisticsSampler withBoundsMax(int bounds) {
    return new StatisticsSampler(recordsMax, bounds);
  }

  /** Samples all types of a store, in the store's transaction. */
  public CompletableFuture<SampledStatistics> sample(RecordStore store) {
    SortedMap<String, TypeStatistics> types = new TreeMap<>();
    return AsyncLoop.forEach(
            store.metaData().bound().types(),
            type ->
                sample(store, type).thenAccept(statistics -> types.put(type.name(), statistics)))
        .thenApply(
            nothing ->
                new SampledStatistics(store.context().now(), store.metaData().version(), types));
  }

  private CompletableFuture<TypeStatistics> sample(RecordStore store, BoundType type) {
    return page(store, type, TupleRange.all(), recordsMax)
        .thenCompose(
            first ->
                first.whole()
                    ? CompletableFuture.completedFuture(
                        new Sample(first.records(), first.records().size(), true))
                    : stretches(store, type, first.records()))
        .thenCompose(
            sample ->
                new CountedGroups(store, type)
                    .find()
                    .thenApply(
                        counted ->
                            new TypeSummary(store.metaData().bound(), type, boundsMax)
                                .of(sample, counted)));
  }

  /** Some records of a type, with whether these are all records of a range. */
  private record Part(List<StoredRecord> records, boolean whole) {}

  private static CompletableFuture<Part> page(
      RecordStore store, BoundType type, TupleRange range, int rows) {
    ScanOptions options =
        ScanOptions.defaults()
            .withIsolation(Isolation.SNAPSHOT)
            .withRowsMax(rows)
            .withRecordsMax(2L * rows);
    return store
        .scan(type.name(), range, Continuation.START, options)
        .asPage()
        .thenApply(page -> new Part(page.items(), page.continuation().isEnd()));
  }

  /**
   * Reads stretches at several places. If the database knows no places inside the range, it reads
   * one stretch at the beginning.
   */
  private CompletableFuture<Sample> stretches(
      RecordStore store, BoundType type, List<StoredRecord> first) {
    Range range = store.typeRange(type.name(), new Tuple());
    return store
        .context()
        .transaction()
        .getEstimatedRangeSizeBytes(range)
        .thenCompose(
            bytes ->
                store
                    .context()
                    .transaction()
                    .getRangeSplitPoints(range, Math.max(1, bytes / STRETCHES))
                    .thenCompose(points -> read(store, type, starts(range.begin, points.getKeys())))
                    .thenApply(
                        found -> {
                          List<StoredRecord> records = found.isEmpty() ? first : found;
                          double each =
                              records.stream()
                                  .mapToLong(StoredRecord::storedBytes)
                                  .average()
                                  .orElse(1);
                          double all = bytes / Math.max(1, each);
                          return new Sample(
                              records,
                              Math.max(Math.max(first.size(), records.size()), all),
                              false);
                        }));
  }

  /** The primary keys at some of the points, evenly spread. */
  private static List<Tuple> starts(byte[] begin, List<byte[]> points) {
    List<Tuple> starts = new ArrayList<>();
    int step = Math.max(1, points.size() / STRETCHES);
    for (int i = 0; i < points.size() - 1; i += step) {
      byte[] nested = points.get(i);
      int from = begin.length - 1; // the code of a nested tuple, with which all keys go on
      int end = nested.length > from ? PackedTuples.end(nested, from) : PackedTuples.NONE;
      if (i == 0 || end == PackedTuples.NONE) {
        continue;
      }
      byte[] element = Arrays.copyOfRange(nested, from, end);
      PackedTuples.unpack(element, 0).map(each -> each.getNestedTuple(0)).ifPresent(starts::add);
    }
    if (!starts.isEmpty()) {
      starts.add(0, new Tuple());
    }
    return starts;
  }

  private CompletableFuture<List<StoredRecord>> read(
      RecordStore store, BoundType type, List<Tuple> starts) {
    Map<Tuple, StoredRecord> records = new TreeMap<>();
    int rows = Math.max(1, recordsMax / Math.max(1, starts.size()));
    return AsyncLoop.forEach(
            starts,
            start ->
                page(
                        store,
                        type,
                        start.isEmpty()
                            ? TupleRange.all()
                            : TupleRange.between(start, true, null, true),
                        rows)
                    .thenAccept(
                        part ->
                            part.records().forEach(each -> records.put(each.primaryKey(), each))))
        .thenApply(nothing -> List.copyOf(records.values()));
  }
}
