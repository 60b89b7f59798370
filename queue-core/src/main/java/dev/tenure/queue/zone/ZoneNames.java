package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Finds the zones of a store by skipping from one zone's counts to the next; by snapshot. */
final class ZoneNames {
  private static final ScanOptions FIRST =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(1);

  private ZoneNames() {}

  static CompletableFuture<List<String>> of(RecordStore store, int max) {
    CompletableFuture<List<String>> items =
        distinct(after -> firstCount(store, QueueSchema.COUNT_INDEX, after), max);
    CompletableFuture<List<String>> dead =
        distinct(after -> firstCount(store, QueueSchema.DEAD_COUNT_INDEX, after), max);
    CompletableFuture<List<String>> set = distinct(after -> firstSettings(store, after), max);
    return items
        .thenCombine(dead, ZoneNames::union)
        .thenCombine(set, ZoneNames::union)
        .thenApply(all -> all.stream().limit(max).toList());
  }

  private static List<String> union(List<String> some, List<String> others) {
    TreeSet<String> all = new TreeSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  private static CompletableFuture<List<String>> distinct(
      Function<Optional<String>, CompletableFuture<Optional<String>>> next, int max) {
    return collect(next, Optional.empty(), max, new ArrayList<>());
  }

  private static CompletableFuture<List<String>> collect(
      Function<Optional<String>, CompletableFuture<Optional<String>>> next,
      Optional<String> after,
      int max,
      List<String> found) {
    if (found.size() >= max) {
      return CompletableFuture.completedFuture(found);
    }
    return next.apply(after)
        .thenCompose(
            zone -> {
              if (zone.isEmpty()) {
                return CompletableFuture.completedFuture(found);
              }
              found.add(zone.get());
              return collect(next, zone, max, found);
            });
  }

  static CompletableFuture<Optional<String>> nextWithDeadLetters(
      RecordStore store, Optional<String> after) {
    return firstCount(store, QueueSchema.DEAD_COUNT_INDEX, after);
  }

  private static CompletableFuture<Optional<String>> firstCount(
      RecordStore store, String index, Optional<String> after) {
    return store
        .scanCounts(index, after(after), Continuation.START, FIRST)
        .asList()
        .thenApply(rows -> rows.stream().findFirst().map(IndexEntry::key).map(ZoneNames::zone));
  }

  private static CompletableFuture<Optional<String>> firstSettings(
      RecordStore store, Optional<String> after) {
    return store
        .scan(QueueSchema.SETTINGS, after(after), Continuation.START, FIRST)
        .asList()
        .thenApply(
            rows -> rows.stream().findFirst().map(StoredRecord::primaryKey).map(ZoneNames::zone));
  }

  private static TupleRange after(Optional<String> zone) {
    return zone.map(name -> TupleRange.between(Tuple.from(name), false, null, true))
        .orElse(TupleRange.all());
  }

  private static String zone(Tuple key) {
    return StoredColumns.text(key, 0, "list of zones");
  }
}
