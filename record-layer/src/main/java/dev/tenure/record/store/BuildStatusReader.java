package dev.tenure.record.store;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.BuildKeys;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Reads the progress of a build. All reads are by snapshot, so they cause no conflicts. */
final class BuildStatusReader {
  private final StoreState state;
  private final RecordContext context;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final BoundIndex index;
  private final BuildKeys build;

  BuildStatusReader(
      StoreState state, StoreMetaData metaData, RecordReader reader, BoundIndex index) {
    this.state = state;
    this.context = state.context();
    this.metaData = metaData;
    this.reader = reader;
    this.index = index;
    this.build = new BuildKeys(state.keys(), index);
  }

  CompletableFuture<IndexBuildStatus> read(Isolation isolation) {
    CompletableFuture<byte @Nullable []> stamp = context.reader(true).get(build.stamp());
    CompletableFuture<Long> records = counter(BuildKeys.RECORDS);
    CompletableFuture<Long> bytes = counter(BuildKeys.BYTES);
    CompletableFuture<List<KeyValue>> beats =
        reader(isolation).getRange(build.heartbeats()).asList();
    CompletableFuture<OptionalLong> recordsAll = recordsAll();
    CompletableFuture<Long> bytesAll = bytesAll();
    return CompletableFuture.allOf(stamp, records, bytes, beats, recordsAll, bytesAll)
        .thenApply(
            nothing ->
                new IndexBuildStatus(
                    index.name(),
                    state.indexState(index),
                    stamp.getNow(null) != null,
                    plan(stamp.getNow(null)),
                    new IndexBuildStatus.Work(
                        records.getNow(0L),
                        bytes.getNow(0L),
                        recordsAll.getNow(OptionalLong.empty()),
                        bytesAll.getNow(0L)),
                    beats.getNow(List.of()).stream().map(this::heartbeat).toList()));
  }

  private ReadTransaction reader(Isolation isolation) {
    return isolation.reader(context);
  }

  private Optional<BuildPlan> plan(byte @Nullable [] stamp) {
    return Optional.ofNullable(stamp)
        .flatMap(bytes -> BuildStamp.decode(bytes, build.name()).plan(metaData));
  }

  private CompletableFuture<Long> counter(int which) {
    byte[] key = build.counter(which);
    return context
        .reader(true)
        .get(key)
        .thenApply(
            value -> value == null ? 0L : PendingCounts.decode(value, state.keys().describe(key)));
  }

  /** The number of records by an ungrouped count index of the same types. */
  private CompletableFuture<OptionalLong> recordsAll() {
    Set<String> types = new TreeSet<>(index.typeNames());
    return metaData.bound().indexes().stream()
        .filter(each -> each.index().type().equals(Index.COUNT))
        .filter(each -> each.columnCount() == 0 && each.index().predicate().isEmpty())
        .filter(each -> new TreeSet<>(each.typeNames()).equals(types))
        .filter(each -> state.indexState(each) == IndexState.READABLE)
        .findFirst()
        .map(
            count ->
                reader.count(count, new Tuple(), Isolation.SNAPSHOT).thenApply(OptionalLong::of))
        .orElseGet(() -> CompletableFuture.completedFuture(OptionalLong.empty()));
  }

  private CompletableFuture<Long> bytesAll() {
    AtomicLong sum = new AtomicLong();
    Iterator<Range> extents =
        new BuildPositions.OfRecords(state.keys(), metaData).all(index).iterator();
    return AsyncLoop.whileTrue(
            () ->
                extents.hasNext()
                    ? estimate(extents.next(), sum)
                    : CompletableFuture.completedFuture(false))
        .thenApply(nothing -> sum.get());
  }

  private CompletableFuture<Boolean> estimate(Range extent, AtomicLong sum) {
    return context
        .transaction()
        .getEstimatedRangeSizeBytes(state.keys().absolute(extent))
        .thenApply(
            bytes -> {
              sum.addAndGet(bytes);
              return true;
            });
  }

  private BuilderHeartbeat heartbeat(KeyValue row) {
    return StoredHeartbeat.decode(
        row, build.heartbeats().begin.length, state.keys().describe(row.getKey()));
  }
}
