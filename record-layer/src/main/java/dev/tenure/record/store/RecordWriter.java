package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Message;
import dev.tenure.record.KeyValueLimits;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.RecordLayerException.Code;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.serialize.RecordHead;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Saves and deletes the records of one store, and keeps their indexes. */
final class RecordWriter {
  private final StoreState state;
  private final StoreKeys keys;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final RecordCodec codec;
  private final IndexUpdates indexes;

  /** A record whose rows are written, and the end of the updates of indexes that must read. */
  private record Saved(StoredRecord record, CompletableFuture<Void> updated) {

    CompletableFuture<StoredRecord> whenUpdated() {
      return updated.thenApply(nothing -> record);
    }
  }

  RecordWriter(StoreState state, StoreMetaData metaData, RecordReader reader, RecordCodec codec) {
    this.state = state;
    this.keys = state.keys();
    this.metaData = metaData;
    this.reader = reader;
    this.codec = codec;
    this.indexes = new IndexUpdates(state, metaData);
  }

  CompletableFuture<StoredRecord> save(Message given, SaveMode mode) {
    BoundType type = metaData.bound().typeOf(given);
    Message message = type.adapt(given);
    Tuple primaryKey = type.primaryKeyOf(message);
    return switch (mode) {
      case ASSUME_NEW ->
          inTurn(type, primaryKey, () -> now(() -> write(type, primaryKey, message, null)));
      case UPSERT, UPSERT_SAME_TYPE ->
          needsOldRecord(type)
              ? readAndSave(type, primaryKey, message, mode)
              : inTurn(type, primaryKey, () -> now(() -> overwrite(type, primaryKey, message)));
      case INSERT, UPDATE, UPDATE_SAME_TYPE -> readAndSave(type, primaryKey, message, mode);
    };
  }

  private static boolean needsOldRecord(BoundType type) {
    return !type.indexes().isEmpty()
        || type.type().isInSharedExtent()
        || type.type().isTimestamped();
  }

  private CompletableFuture<StoredRecord> readAndSave(
      BoundType type, Tuple primaryKey, Message message, SaveMode mode) {
    return inTurn(
        type,
        primaryKey,
        () ->
            reader
                .load(type, primaryKey, Isolation.SERIALIZABLE)
                .thenCompose(
                    old -> {
                      requireMode(type, primaryKey, mode, old.orElse(null));
                      return write(type, primaryKey, message, old.orElse(null)).whenUpdated();
                    }));
  }

  StoredRecord replace(StoredRecord old, Message given) {
    BoundType type = metaData.bound().typeOf(given);
    Message message = type.adapt(given);
    Tuple primaryKey = type.primaryKeyOf(message);
    if (!type.name().equals(old.type()) || !primaryKey.equals(old.primaryKey())) {
      throw new IllegalArgumentException(
          "replacement is the "
              + type.name()
              + " "
              + primaryKey
              + ", the record to replace is the "
              + old.type()
              + " "
              + old.primaryKey());
    }
    requireAsLoaded(type, old, "replace");
    return write(type, primaryKey, message, old).record();
  }

  /** Deletes; the commit waits for the updates of indexes that must read. */
  void delete(StoredRecord old) {
    requireAsLoaded(metaData.bound().type(old.type()), old, "delete");
    var unused = deleteAndUpdate(old);
  }

  /** What was written since would leave its index entries behind. */
  private void requireAsLoaded(BoundType type, StoredRecord old, String attempt) {
    if (!state.written().isAsLoaded(keys.record(type, old.primaryKey()), old)) {
      throw new IllegalStateException(
          attempt
              + " of the "
              + old.type()
              + " "
              + old.primaryKey()
              + ", which this transaction has changed since it was loaded (store "
              + keys.describe()
              + ")");
    }
  }

  private CompletableFuture<Void> deleteAndUpdate(StoredRecord old) {
    state.requireWritable();
    BoundType type = metaData.bound().type(old.type());
    byte[] record = keys.record(type, old.primaryKey());
    WriteBatch batch = batch();
    clearOld(type, record, old, 0, batch);
    indexes.add(new RecordChange(old.indexed(type), null), batch);
    CompletableFuture<Void> updated = batch.apply();
    state.versions().remove(record);
    state.written().put(record, null);
    state.context().count(RecordCounter.RECORDS_DELETED, 1);
    return updated;
  }

  CompletableFuture<Boolean> delete(BoundType type, Tuple primaryKey) {
    type.requirePrimaryKey(primaryKey);
    return inTurn(
        type,
        primaryKey,
        () ->
            reader
                .load(type, primaryKey, Isolation.SERIALIZABLE)
                .thenCompose(
                    found ->
                        found
                            .filter(old -> old.type().equals(type.name()))
                            .map(old -> deleteAndUpdate(old).thenApply(nothing -> true))
                            .orElseGet(() -> CompletableFuture.completedFuture(false))));
  }

  /**
   * Saves and deletes of one record run in the order in which they were begun: one that reads
   * nothing waits for one before it that is still reading.
   */
  private <T> CompletableFuture<T> inTurn(
      BoundType type, Tuple primaryKey, Supplier<CompletableFuture<T>> work) {
    return state.context().inTurn(new KeyTurn(keys.record(type, primaryKey)), work);
  }

  private Saved write(
      BoundType type, Tuple primaryKey, Message message, @Nullable StoredRecord old) {
    state.requireWritable();
    byte[] record = keys.record(type, primaryKey);
    WriteBatch batch = batch();
    StoredRecord saved = encode(type, primaryKey, message, old, record, batch);
    indexes.add(new RecordChange(old == null ? null : indexed(old), saved.indexed(type)), batch);
    CompletableFuture<Void> updated = batch.apply();
    finish(record, saved);
    return new Saved(saved, updated);
  }

  /** Writes a record without knowing what was there; of a type without indexes. */
  private Saved overwrite(BoundType type, Tuple primaryKey, Message message) {
    state.requireWritable();
    byte[] record = keys.record(type, primaryKey);
    WriteBatch batch = batch();
    if (!type.isSingleKey()) {
      batch.clear(StoreKeys.parts(record));
    }
    StoredRecord saved = encode(type, primaryKey, message, null, record, batch);
    CompletableFuture<Void> updated = batch.apply();
    finish(record, saved);
    return new Saved(saved, updated);
  }

  /** Adds the record's own rows to the batch. */
  private StoredRecord encode(
      BoundType type,
      Tuple primaryKey,
      Message message,
      @Nullable StoredRecord old,
      byte[] record,
      WriteBatch batch) {
    RecordHead head = codec.head(type, old, state.context().now());
    byte[] bytes = codec.write(type, primaryKey, message, head, record);
    List<byte[]> chunks = type.isSingleKey() ? List.of(bytes) : SplitRecord.chunks(bytes);
    if (old != null) {
      clearOld(type, record, old, chunks.size(), batch);
    }
    setChunks(type, record, chunks, batch);
    RecordVersion version = type.type().isVersioned() ? nextVersion(record) : null;
    StoredForm form = new StoredForm(head, bytes.length, chunks.size(), true);
    return new StoredRecord(type.name(), primaryKey, message, form, version);
  }

  /**
   * The version the record gets; its slot is written just before the commit, too late to refuse.
   */
  private RecordVersion nextVersion(byte[] record) {
    KeyValueLimits.requireKey(StoreKeys.part(record, StoreKeys.VERSION_SLOT));
    return new RecordVersion(
        state.require().header().value().getIncarnation(),
        Versionstamp.incomplete(state.context().nextLocalVersion()));
  }

  private WriteBatch batch() {
    return new WriteBatch(state.context(), state.pending());
  }

  private IndexedRecord indexed(StoredRecord record) {
    return record.indexed(metaData.bound().type(record.type()));
  }

  private void finish(byte[] record, StoredRecord saved) {
    state.context().count(RecordCounter.RECORDS_SAVED, 1);
    state.written().put(record, saved);
    RecordVersion version = saved.recordVersion();
    if (version == null) {
      state.versions().remove(record);
    } else {
      state.versions().put(record, version);
    }
  }

  /** Clears those keys of the old record that so many new chunks will not overwrite. */
  private static void clearOld(
      BoundType type, byte[] record, StoredRecord old, int newChunks, WriteBatch batch) {
    if (type.isSingleKey()) {
      if (newChunks == 0) {
        batch.clear(record);
      }
      return;
    }
    if (old.version().isPresent()) {
      batch.clear(StoreKeys.part(record, StoreKeys.VERSION_SLOT));
    }
    int first = SplitRecord.firstPart(old.keyCount());
    int newFirst = SplitRecord.firstPart(newChunks);
    for (int i = 0; i < old.keyCount(); i++) {
      int part = first + i;
      boolean overwritten = newChunks > 0 && part >= newFirst && part < newFirst + newChunks;
      if (!overwritten) {
        batch.clear(StoreKeys.part(record, part));
      }
    }
  }

  private static void setChunks(
      BoundType type, byte[] record, List<byte[]> chunks, WriteBatch batch) {
    if (type.isSingleKey()) {
      batch.set(record, chunks.get(0));
      return;
    }
    int part = SplitRecord.firstPart(chunks.size());
    for (byte[] chunk : chunks) {
      batch.set(StoreKeys.part(record, part), chunk);
      part++;
    }
  }

  private void requireMode(
      BoundType type, Tuple primaryKey, SaveMode mode, @Nullable StoredRecord old) {
    switch (mode) {
      case UPSERT, ASSUME_NEW -> {}
      case INSERT -> require(old == null, Code.RECORD_EXISTS, "insert", "exists", type, primaryKey);
      case UPDATE -> requireThere(old, type, primaryKey);
      case UPSERT_SAME_TYPE -> requireSameType(old, type, primaryKey);
      case UPDATE_SAME_TYPE -> {
        requireThere(old, type, primaryKey);
        requireSameType(old, type, primaryKey);
      }
    }
  }

  private void requireThere(@Nullable StoredRecord old, BoundType type, Tuple primaryKey) {
    require(old != null, Code.RECORD_ABSENT, "update", "does not exist", type, primaryKey);
  }

  private void requireSameType(@Nullable StoredRecord old, BoundType type, Tuple primaryKey) {
    boolean same = old == null || old.type().equals(type.name());
    String found = old == null ? "absent" : "a " + old.type();
    require(same, Code.RECORD_TYPE_CHANGED, "save", "is " + found, type, primaryKey);
  }

  private void require(
      boolean met, Code code, String attempt, String found, BoundType type, Tuple primaryKey) {
    if (!met) {
      throw new RecordLayerException(
          code,
          attempt
              + " of the "
              + type.name()
              + " "
              + primaryKey
              + ", which "
              + found
              + " in store "
              + keys.describe());
    }
  }

  /** The outcome of work that waits for nothing, as a future that fails as it does. */
  private static CompletableFuture<StoredRecord> now(Supplier<Saved> work) {
    try {
      return work.get().whenUpdated();
    } catch (RecordLayerException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
