package dev.tenure.record.store;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.BuildKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Builds one slice: the first range after a position that is not built yet. One transaction reads
 * the records, writes their entries, and marks the range as built.
 */
final class BuildSlice {
  private static final ScanOptions FIRST =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(1);

  private final StoreState state;
  private final RecordContext context;
  private final StoreMetaData metaData;
  private final SliceReader reader;
  private final BuildPositions positions;
  private final List<Target> targets;

  /** An index to build. */
  private record Target(BoundIndex index, BuildKeys build) {}

  /** The first range of which an index has not been built. */
  private record Lack(Target target, Range range) {}

  /** A range that has not been built in some indexes, and that is complete in all others. */
  private record Slice(Range range, List<Target> targets) {}

  BuildSlice(
      StoreState state,
      StoreMetaData metaData,
      SliceReader reader,
      BuildPositions positions,
      List<BoundIndex> indexes) {
    this.state = state;
    this.context = state.context();
    this.metaData = metaData;
    this.reader = reader;
    this.positions = positions;
    this.targets =
        indexes.stream()
            .map(index -> new Target(index, new BuildKeys(state.keys(), index)))
            .toList();
  }

  /**
   * Builds the slice.
   *
   * @param limits the limits of the scan of records
   */
  CompletableFuture<BuiltSlice> run(byte[] from, ScanOptions limits) {
    List<Lack> lacks = new ArrayList<>();
    return AsyncLoop.forEach(targets, target -> lack(target, from, lacks))
        .thenCompose(
            nothing ->
                lacks.isEmpty()
                    ? CompletableFuture.completedFuture(
                        BuiltSlice.none(BuiltSlice.Kind.NOTHING_MISSING))
                    : build(slice(lacks), limits));
  }

  private CompletableFuture<Void> lack(Target target, byte[] from, List<Lack> found) {
    Iterator<Range> rest = behind(positions.all(target.index()), from).iterator();
    return AsyncLoop.whileTrue(
        () ->
            rest.hasNext()
                ? first(target, rest.next())
                    .thenApply(
                        missing -> {
                          missing.ifPresent(range -> found.add(new Lack(target, range)));
                          return missing.isEmpty();
                        })
                : CompletableFuture.completedFuture(false));
  }

  /**
   * Finds the first range that is missing, by snapshot. The range is read serializably when it is
   * marked as built.
   */
  private CompletableFuture<Optional<Range>> first(Target target, Range within) {
    return target.build().ranges().missing(context, within, Continuation.START, FIRST).first();
  }

  private static Stream<Range> behind(List<Range> all, byte[] from) {
    return all.stream()
        .filter(range -> Arrays.compareUnsigned(from, range.end) < 0)
        .map(
            range ->
                Arrays.compareUnsigned(from, range.begin) <= 0
                    ? range
                    : new Range(from, range.end));
  }

  /** Ends where another index begins to lack something, or one of these ceases to. */
  private static Slice slice(List<Lack> lacks) {
    byte[] begin =
        lacks.stream().map(lack -> lack.range().begin).min(Arrays::compareUnsigned).orElseThrow();
    List<Target> lacking = new ArrayList<>();
    List<byte[]> ends = new ArrayList<>();
    for (Lack lack : lacks) {
      boolean atBegin = Arrays.equals(lack.range().begin, begin);
      ends.add(atBegin ? lack.range().end : lack.range().begin);
      if (atBegin) {
        lacking.add(lack.target());
      }
    }
    byte[] end = ends.stream().min(Arrays::compareUnsigned).orElseThrow();
    return new Slice(new Range(begin, end), lacking);
  }

  private CompletableFuture<BuiltSlice> build(Slice slice, ScanOptions limits) {
    return positions
        .read(reader, slice.range(), limits)
        .thenCompose(
            part -> {
              Range scanned = state.keys().absolute(part.range());
              context.transaction().addReadConflictRange(scanned.begin, scanned.end);
              return contribute(part, slice.targets())
                  .thenCompose(nothing -> mark(part.range(), slice.targets()))
                  .thenApply(nothing -> count(part));
            });
  }

  private CompletableFuture<Void> contribute(SliceReader.Part part, List<Target> lacking) {
    List<CompletableFuture<Void>> updates = new ArrayList<>();
    for (StoredRecord stored : part.records()) {
      IndexedRecord record = stored.indexed(metaData.bound().type(stored.type()));
      WriteBatch batch = new WriteBatch(context, state.pending());
      lacking.forEach(target -> contribute(target.index(), record, batch));
      updates.add(batch.apply());
    }
    return CompletableFuture.allOf(updates.toArray(CompletableFuture<?>[]::new));
  }

  private void contribute(BoundIndex index, IndexedRecord record, WriteBatch batch) {
    if (!index.has(record.type())) {
      return;
    }
    try {
      index.maintainer().update(state.place(index), new RecordChange(null, record), batch);
    } catch (RecordLayerException e) {
      throw new RecordLayerException(
          e.code(),
          "index "
              + index.name()
              + " cannot have the "
              + record.type().name()
              + " "
              + record.primaryKey()
              + " (store "
              + state.keys().describe()
              + "): "
              + e.getMessage(),
          e);
    }
  }

  private CompletableFuture<Void> mark(Range built, List<Target> lacking) {
    List<CompletableFuture<Boolean>> inserts =
        lacking.stream().map(target -> target.build().ranges().insert(context, built)).toList();
    return CompletableFuture.allOf(inserts.toArray(CompletableFuture<?>[]::new));
  }

  private BuiltSlice count(SliceReader.Part part) {
    long bytes = part.records().stream().mapToLong(this::bytes).sum();
    for (Target target : targets) {
      add(target.build().counter(BuildKeys.RECORDS), part.records().size());
      add(target.build().counter(BuildKeys.BYTES), bytes);
    }
    return new BuiltSlice(
        BuiltSlice.Kind.BUILT, part.records().size(), bytes, ByteString.copyFrom(part.range().end));
  }

  private long bytes(StoredRecord record) {
    byte[] key = state.keys().record(metaData.bound().type(record.type()), record.primaryKey());
    return record.sizeBytes() + (long) key.length * record.keyCount();
  }

  private void add(byte[] counter, long amount) {
    if (amount != 0) {
      context.mutate(MutationType.ADD, counter, PendingCounts.encode(amount));
    }
  }
}
