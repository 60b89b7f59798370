package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.BuildKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The steps by which indexes of one store are built over many transactions, within one of these
 * transactions. {@code OnlineIndexer} calls them in order; {@link #violations} and {@link #resolve}
 * are for operators. Each change of an index state conflicts with all transactions that have the
 * store open.
 */
public final class IndexBuilds {
  private final StoreState state;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final RecordWriter writer;
  private final StoreScans scans;

  IndexBuilds(
      StoreState state,
      StoreMetaData metaData,
      RecordReader reader,
      RecordWriter writer,
      StoreScans scans) {
    this.state = state;
    this.metaData = metaData;
    this.reader = reader;
    this.writer = writer;
    this.scans = scans;
  }

  /**
   * Empties an index in any state and makes it WRITE_ONLY: saves maintain the index, and it can be
   * built.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  public CompletableFuture<Void> markWriteOnly(String index) {
    return states(index).restart(IndexState.WRITE_ONLY);
  }

  /**
   * Empties an index in any state and makes it DISABLED: saves no longer maintain the index.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  public CompletableFuture<Void> markDisabled(String index) {
    return states(index).restart(IndexState.DISABLED);
  }

  /**
   * Makes an index READABLE that was built from all records. A unique index with violations becomes
   * UNIQUE_PENDING instead; when its violations are resolved, a further call makes it READABLE.
   *
   * @return the new state. It is unchanged, WRITE_ONLY or UNIQUE_PENDING, when there were too many
   *     possible violations to check them all in this transaction: commit, and call again. It is
   *     DISABLED when all indexes that replace this one are readable, so that it is not needed any
   *     more. Fails with BUILD_REFUSED when the index is not built
   * @throws RecordLayerException STORE_LOCKED
   * @throws IllegalStateException when the index is unique, and this transaction has written to it
   */
  public CompletableFuture<IndexState> markReadable(String index) {
    return states(index).finish();
  }

  /**
   * Builds the first slice that is missing after a position. The transaction conflicts with every
   * change of a record in the slice, so it should do nothing else.
   *
   * @param from a key without the store's subspace; empty for the beginning
   * @param limits the limits of reading; at least one record is read even when it exceeds them
   * @return fails with BUILD_REFUSED when an index is disabled, is being built by another plan, or
   *     when the source index is not readable. A record that cannot be indexed fails as in a save,
   *     with an error that names the record
   * @throws RecordLayerException STORE_LOCKED
   * @throws IllegalArgumentException when the source is not a value index that has one entry for
   *     each record of the indexes to build
   */
  public CompletableFuture<BuiltSlice> buildSlice(
      BuildPlan plan, ByteString from, ScanOptions limits) {
    state.requireWritable("build of an index in");
    BuildStamp stamp = stamp(plan);
    List<BoundIndex> unfinished = unfinished(plan);
    if (unfinished.isEmpty()) {
      return CompletableFuture.completedFuture(BuiltSlice.none(BuiltSlice.Kind.FINISHED));
    }
    SliceReader records = new SliceReader(state, metaData, reader, scans);
    BuildSlice slice = new BuildSlice(state, metaData, records, positions(stamp), unfinished);
    return join(plan, stamp, unfinished)
        .thenCompose(nothing -> slice.run(from.toByteArray(), limits));
  }

  private BuildPositions positions(BuildStamp stamp) {
    return BuildPositions.of(stamp, state.keys(), metaData)
        .orElseThrow(() -> new IllegalStateException("a stamp of this metadata is not void"));
  }

  private BuildStamp stamp(BuildPlan plan) {
    List<BoundIndex> targets = plan.indexes().stream().map(this::index).toList();
    plan.source().map(this::index).ifPresent(source -> BuildSource.require(source, targets));
    return BuildStamp.of(plan, metaData);
  }

  private List<BoundIndex> unfinished(BuildPlan plan) {
    List<BoundIndex> found = new ArrayList<>();
    for (String name : plan.indexes()) {
      switch (state.indexState(index(name))) {
        case WRITE_ONLY -> found.add(index(name));
        case DISABLED -> {
          if (!state.isReplaced(index(name), metaData)) {
            throw states(name).refused("is DISABLED, it is not being built");
          }
        }
        case READABLE, UNIQUE_PENDING -> {}
      }
    }
    return found;
  }

  private CompletableFuture<Void> join(
      BuildPlan plan, BuildStamp stamp, List<BoundIndex> unfinished) {
    return AsyncLoop.forEach(unfinished, index -> states(index.name()).join(plan, stamp));
  }

  /**
   * Positions that divide the source into pieces of about equal size, by the database's estimate.
   * None when the source is small.
   *
   * @param pieceBytes the approximate size of a piece
   */
  public CompletableFuture<List<ByteString>> splits(BuildPlan plan, long pieceBytes) {
    BuildPositions positions = positions(stamp(plan));
    Iterator<Range> rest =
        plan.indexes().stream().flatMap(name -> positions.all(index(name)).stream()).iterator();
    List<byte[]> splits = new ArrayList<>();
    return AsyncLoop.whileTrue(
            () ->
                rest.hasNext()
                    ? split(state.keys().absolute(rest.next()), pieceBytes, splits)
                    : CompletableFuture.completedFuture(false))
        .thenApply(
            nothing ->
                splits.stream()
                    .map(key -> positions.betweenRecords(state.keys().relative(key)))
                    .sorted(Arrays::compareUnsigned)
                    .map(ByteString::copyFrom)
                    .toList());
  }

  /** Adds the split points within a range, whose ends are none. */
  private CompletableFuture<Boolean> split(Range range, long pieceBytes, List<byte[]> splits) {
    return state
        .context()
        .transaction()
        .getRangeSplitPoints(range, pieceBytes)
        .thenApply(
            found -> {
              List<byte[]> keys = found.getKeys();
              splits.addAll(keys.subList(Math.min(1, keys.size()), Math.max(1, keys.size() - 1)));
              return true;
            });
  }

  /**
   * Writes a heartbeat for each index of a plan that is not finished.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  public void beat(BuildPlan plan, BuilderHeartbeat heartbeat) {
    state.requireWritable("build of an index in");
    for (BoundIndex index : unfinished(plan)) {
      byte[] key = new BuildKeys(state.keys(), index).heartbeat(heartbeat.builder());
      state.context().set(key, StoredHeartbeat.encode(heartbeat));
    }
  }

  /** Removes a builder's heartbeats. A locked store is not changed. */
  public void leave(BuildPlan plan, String builder) {
    if (state.isLocked()) {
      return;
    }
    for (String name : plan.indexes()) {
      state.context().clear(new BuildKeys(state.keys(), index(name)).heartbeat(builder));
    }
  }

  /**
   * The progress of an index, read by snapshot.
   *
   * @param heartbeats the isolation of reading the heartbeats; serializable reads conflict with
   *     builders that begin
   */
  public CompletableFuture<IndexBuildStatus> status(String index, Isolation heartbeats) {
    return new BuildStatusReader(state, metaData, reader, index(index)).read(heartbeats);
  }

  /**
   * The values of a unique index that several records have, in the part of the index that is built.
   *
   * @throws IllegalArgumentException when the index is not unique
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another scan
   */
  public RecordCursor<UniquenessViolation> violations(
      String index, Continuation from, ScanOptions options) {
    return new Candidates(state, reader, unique(index)).violations(from, options);
  }

  /**
   * Deletes all records of a violation except one. The state of the index does not change before
   * {@link #markReadable} is called.
   *
   * @param keep the entry of the record that is kept
   * @return the number of deleted records
   * @throws IllegalArgumentException when the entry does not belong to the violation
   */
  public CompletableFuture<Integer> resolve(UniquenessViolation violation, IndexEntry keep) {
    BoundIndex index = unique(violation.index());
    if (!violation.entries().contains(keep)) {
      throw new IllegalArgumentException(
          "entry " + keep + " does not belong to the violation of " + violation.columns());
    }
    return new Candidates(state, reader, index)
        .entries(violation.columns(), Integer.MAX_VALUE, Isolation.SERIALIZABLE)
        .thenCompose(entries -> deleteAllBut(keep, entries));
  }

  private CompletableFuture<Integer> deleteAllBut(IndexEntry keep, List<IndexEntry> entries) {
    List<IndexEntry> others =
        entries.stream().filter(entry -> !isOfSameRecord(entry, keep)).toList();
    return AsyncLoop.forEach(others, this::delete).thenApply(nothing -> others.size());
  }

  private CompletableFuture<Void> delete(IndexEntry entry) {
    return scans
        .load(entry, Isolation.SERIALIZABLE)
        .thenAccept(found -> found.ifPresent(writer::delete));
  }

  private static boolean isOfSameRecord(IndexEntry entry, IndexEntry other) {
    Tuple primaryKey = entry.primaryKey();
    return entry.extent() == other.extent() && primaryKey.equals(other.primaryKey());
  }

  private BoundIndex unique(String name) {
    BoundIndex index = index(name);
    if (!index.isUnique()) {
      throw new IllegalArgumentException("index " + name + " is not unique");
    }
    return index;
  }

  private BoundIndex index(String name) {
    return metaData.bound().index(name);
  }

  private BuildStates states(String index) {
    return new BuildStates(state, metaData, reader, index(index));
  }
}
