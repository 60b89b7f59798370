package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.PendingWrites;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.header.StoredState;
import dev.tenure.record.store.row.PendingVersions;
import dev.tenure.record.store.row.PreloadedRows;
import dev.tenure.record.store.row.StoreKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one store in one transaction, shared by all {@link RecordStore} objects on the
 * store's subspace in the transaction. Safe for use by many threads.
 */
final class StoreState {
  private final RecordContext context;
  private final StoreKeys keys;
  private final PendingWrites pending = new PendingWrites();
  private final PendingVersions versions;
  private final WrittenRecords written = new WrittenRecords();
  private final PreloadedRows preloaded;
  private @Nullable StoredState stored;
  private @Nullable StoreMetaData openWith;
  private @Nullable Statistics statistics;
  private boolean createdHere;
  private final List<Range> buildClears = new ArrayList<>();
  private final List<String> rebuilding = new ArrayList<>();

  private final Map<Place, IndexKeys> places = new HashMap<>();

  private record Key(Subspace subspace) {}

  /** An index in a state, which decides what is kept beside its rows. */
  private record Place(int subspaceKey, IndexState state) {}

  private StoreState(RecordContext context, StoreKeys keys) {
    this.context = context;
    this.keys = keys;
    this.versions = new PendingVersions(context);
    this.preloaded = new PreloadedRows(context);
    context.addLastWrite(
        () -> {
          pending.flush(context);
          versions.flush();
        });
    context.onClear(this::cleared);
  }

  static StoreState of(RecordContext context, Subspace subspace) {
    return context.attachment(
        new Key(subspace), () -> new StoreState(context, new StoreKeys(subspace)));
  }

  RecordContext context() {
    return context;
  }

  StoreKeys keys() {
    return keys;
  }

  /** The index updates that this transaction has not written yet. */
  PendingWrites pending() {
    return pending;
  }

  PendingVersions versions() {
    return versions;
  }

  /** The records that this transaction has written. */
  WrittenRecords written() {
    return written;
  }

  /** The records that this transaction has read ahead. */
  PreloadedRows preloaded() {
    return preloaded;
  }

  /** Header and index states as this transaction last read or wrote them. */
  synchronized Optional<StoredState> stored() {
    return Optional.ofNullable(stored);
  }

  /**
   * Header and index states of a store that is open.
   *
   * @throws IllegalStateException when the store was cleared in this transaction
   */
  synchronized StoredState require() {
    if (stored == null) {
      throw new IllegalStateException(
          "store " + keys.describe() + " was cleared in this transaction");
    }
    return stored;
  }

  /** The metadata with which the store is open in this transaction; empty when it is not open. */
  synchronized Optional<StoreMetaData> openWith() {
    return Optional.ofNullable(openWith);
  }

  /** Notes that the store was opened. */
  synchronized void opened(StoreMetaData metaData) {
    openWith = metaData;
  }

  /** The statistics for plans; empty unless the store was opened with statistics and keeps some. */
  synchronized Optional<Statistics> statistics() {
    return Optional.ofNullable(statistics);
  }

  synchronized void planWith(Statistics kept) {
    statistics = kept;
  }

  /** Notes header and index states that were read. */
  synchronized void found(StoredState read) {
    stored = read;
  }

  /** Writes the header of a new store. */
  synchronized void create(StoredState created) {
    createdHere = true;
    context.set(keys.header(), created.header().encode());
    stored = created;
  }

  /** Writes a changed header. */
  synchronized void write(StoredHeader header) {
    expire();
    context.set(keys.header(), header.encode());
    stored = require().withHeader(header);
  }

  /** Writes a changed state of an index. */
  synchronized void write(int indexKey, IndexState state) {
    IndexState before = require().indexState(indexKey);
    if (before == state) {
      return;
    }
    expire();
    byte[] key = keys.indexState(indexKey);
    switch (state) {
      case READABLE -> context.clear(key);
      case DISABLED, WRITE_ONLY, UNIQUE_PENDING -> context.set(key, StoredState.encode(state));
    }
    stored = require().withIndexState(indexKey, state);
    if (before == IndexState.DISABLED) {
      keepRules(indexKey);
    }
  }

  /**
   * Keeps in the header the current rules of the index, by which it is built from now on, in place
   * of the rules that it had before.
   */
  private void keepRules(int indexKey) {
    StoredHeader header = require().header();
    if (openWith == null) {
      return; // opening the store writes the whole layout when the indexes are built
    }
    openWith
        .layout()
        .withRules(header.layout(keys), indexKey)
        .map(layout -> header.value().toBuilder().setLayout(layout).build())
        .ifPresent(value -> write(new StoredHeader(value)));
  }

  /** Clears all keys of the store, which does not exist afterwards. */
  void clearStore() {
    context.expireStoreStates();
    context.clear(keys.everything());
  }

  /**
   * Drops the pending updates of keys in a cleared range, and the open store when its header is in
   * the range.
   */
  private void cleared(Range range) {
    noteBuildClear(range);
    pending.discard(range);
    versions.discard(range);
    written.discard(range);
    byte[] header = keys.header();
    if (Arrays.compareUnsigned(range.begin, header) <= 0
        && Arrays.compareUnsigned(header, range.end) < 0) {
      forget();
    }
  }

  private synchronized void noteBuildClear(Range range) {
    if (Arrays.compareUnsigned(range.end, keys.builds().begin) > 0) {
      buildClears.add(range);
    }
  }

  /**
   * The number of times that the index was emptied in this transaction. Updates that began before
   * are dropped.
   */
  synchronized long restarts(int subspaceKey) {
    Range build = keys.build(subspaceKey);
    return buildClears.stream()
        .filter(
            range ->
                Arrays.compareUnsigned(range.begin, build.begin) <= 0
                    && Arrays.compareUnsigned(build.end, range.end) <= 0)
        .count();
  }

  private synchronized void forget() {
    stored = null;
    openWith = null;
    createdHere = false;
  }

  /** Clears an index and writes its new state. */
  void clearIndex(int subspaceKey, IndexState state) {
    clearIndex(subspaceKey);
    write(subspaceKey, state);
  }

  /**
   * Clears all rows of an index. The second structure is cleared after the updates that have begun;
   * the commit waits for this.
   */
  void clearIndex(int subspaceKey) {
    context.clear(keys.entries(subspaceKey));
    context.clear(keys.build(subspaceKey));
    Range structure = keys.structure(subspaceKey);
    if (!pending.hasUpdatedStructures()) {
      context.clear(structure);
      return;
    }
    CompletableFuture<Void> cleared =
        context.inTurn(
            keys.turn(subspaceKey),
            () -> {
              context.clear(structure);
              return CompletableFuture.completedFuture(null);
            });
    context.addCommitCheck(() -> cleared);
  }

  /** Disables each index that is replaced by readable indexes. */
  void dropReplaced(StoreMetaData metaData) {
    for (BoundIndex index : metaData.bound().indexes()) {
      if (isReadable(index) && isReplaced(index, metaData)) {
        clearIndex(index.subspaceKey(), IndexState.DISABLED);
      }
    }
  }

  /** Whether an index is replaced by other indexes, and all of them are readable. */
  boolean isReplaced(BoundIndex index, StoreMetaData metaData) {
    List<String> successors = index.index().replacedBy();
    return !successors.isEmpty()
        && successors.stream().map(metaData.bound()::index).allMatch(this::isReadable);
  }

  IndexState indexState(BoundIndex index) {
    return require().indexState(index.subspaceKey());
  }

  /** The keys of an index. */
  IndexKeys place(BoundIndex index) {
    IndexState found = indexState(index);
    synchronized (this) {
      return places.computeIfAbsent(
          new Place(index.subspaceKey(), found), place -> keys.index(index, found));
    }
  }

  private boolean isReadable(BoundIndex index) {
    return indexState(index) == IndexState.READABLE;
  }

  /**
   * Refuses changes of records and indexes while the store is locked.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  void requireWritable() {
    requireWritable("change of records in");
  }

  /**
   * As {@link #requireWritable()}.
   *
   * @param what the refused operation, for the error
   */
  void requireWritable(String what) {
    require()
        .header()
        .lock()
        .ifPresent(
            lock -> {
              throw locked(what, lock);
            });
  }

  /**
   * Refuses a change of records while the store is locked, or this transaction rebuilds an index.
   *
   * @throws RecordLayerException STORE_LOCKED
   * @throws IllegalStateException naming the index
   */
  void requireChangeable() {
    requireWritable();
    requireNoRebuild();
  }

  /**
   * Refuses an operation of which the running rebuild of an index would see only a part.
   *
   * @throws IllegalStateException naming the index
   */
  synchronized void requireNoRebuild() {
    if (!rebuilding.isEmpty()) {
      throw new IllegalStateException(
          "change of records in store "
              + keys.describe()
              + " while this transaction rebuilds its index "
              + rebuilding.get(0)
              + ": wait for the rebuild's future first");
    }
  }

  /** Runs the rebuild of an index. Until it ends, changes of records are refused. */
  <T> CompletableFuture<T> whileRebuilding(String index, Supplier<CompletableFuture<T>> rebuild) {
    synchronized (this) {
      rebuilding.add(index);
    }
    return context.whole(() -> rebuild.get().whenComplete((built, failure) -> rebuildEnded(index)));
  }

  private synchronized void rebuildEnded(String index) {
    rebuilding.remove(index);
  }

  /** Whether the store has a lock of any kind. */
  boolean isLocked() {
    return require().header().lock().isPresent();
  }

  RecordLayerException locked(String what, StoreLock lock) {
    return new RecordLayerException(
        RecordLayerException.Code.STORE_LOCKED,
        what
            + " store "
            + keys.describe()
            + ", which is locked against "
            + lock.kind()
            + " since "
            + lock.since()
            + ": "
            + lock.reason());
  }

  /** No process can hold what this transaction has created. */
  private void expire() {
    if (!createdHere) {
      context.expireStoreStates();
    }
  }
}
