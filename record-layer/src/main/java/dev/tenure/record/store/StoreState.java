package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.PendingCounts;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction knows of one store beyond what it has read and written: shared by all {@link
 * RecordStore} objects on the store's subspace in the transaction. Safe for use by many threads.
 */
final class StoreState {
  private final RecordContext context;
  private final StoreKeys keys;
  private final PendingCounts counts = new PendingCounts();
  private final PendingVersions versions;
  private @Nullable StoredState stored;
  private @Nullable StoreMetaData openWith;
  private boolean createdHere;

  private record Key(Subspace subspace) {}

  private StoreState(RecordContext context, StoreKeys keys) {
    this.context = context;
    this.keys = keys;
    this.versions = new PendingVersions(context);
    context.addLastWrite(
        () -> {
          counts.flush(context);
          versions.flush();
        });
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

  PendingCounts counts() {
    return counts;
  }

  PendingVersions versions() {
    return versions;
  }

  /** Header and index states as this transaction last read or wrote them. */
  synchronized Optional<StoredState> stored() {
    return Optional.ofNullable(stored);
  }

  /**
   * Header and index states of a store that is open.
   *
   * @throws IllegalStateException when it was cleared in this transaction
   */
  synchronized StoredState require() {
    if (stored == null) {
      throw new IllegalStateException(
          "store " + keys.describe() + " was cleared in this transaction");
    }
    return stored;
  }

  /** What the store is open with in this transaction, when it is. */
  synchronized Optional<StoreMetaData> openWith() {
    return Optional.ofNullable(openWith);
  }

  /** The store was opened. */
  synchronized void opened(StoreMetaData metaData) {
    openWith = metaData;
  }

  /** Header and index states were read. */
  synchronized void found(StoredState read) {
    stored = read;
  }

  /** Writes the header of a new store. */
  synchronized void create(StoredHeader header) {
    createdHere = true;
    context.set(keys.header(), header.encode());
    stored = new StoredState(header, Map.of());
  }

  /** Writes a changed header. */
  synchronized void write(StoredHeader header) {
    expire();
    context.set(keys.header(), header.encode());
    stored = require().withHeader(header);
  }

  /** Writes a changed state of an index. */
  synchronized void write(int indexKey, IndexState state) {
    if (require().indexState(indexKey) == state) {
      return;
    }
    expire();
    byte[] key = keys.indexState(indexKey);
    switch (state) {
      case READABLE -> context.clear(key);
      case DISABLED -> context.set(key, StoredState.disabled());
    }
    stored = require().withIndexState(indexKey, state);
  }

  /** Clears everything: there is no store any more. */
  synchronized void clearStore() {
    context.expireStoreStates();
    context.clear(keys.everything());
    discardData(keys.everything());
    stored = null;
    openWith = null;
    createdHere = false;
  }

  /** What is pending for keys of a range is void: they are being cleared. */
  void discardData(Range range) {
    counts.discard(range);
    versions.discard(range);
  }

  boolean isReadable(BoundIndex index) {
    return require().indexState(index.subspaceKey()) == IndexState.READABLE;
  }

  /**
   * Refuses a change of records while the store is locked.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  void requireWritable() {
    require()
        .header()
        .lock()
        .ifPresent(
            lock -> {
              throw locked("change of records in", lock);
            });
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
