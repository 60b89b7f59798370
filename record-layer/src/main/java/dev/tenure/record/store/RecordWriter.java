package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.limit.KeyValueLimits;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.serialize.RecordHead;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.RowIdentity;
import dev.tenure.record.store.row.SplitRecord;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.store.row.StoredSize;
import java.util.List;
import java.util.Optional;
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

  /**
   * The location of a record that is stored or will be.
   *
   * @param key the prefix of all its keys
   * @param identity the same, hashed
   * @param localVersion the save's number within the transaction, drawn when the save begins; not
   *     used by types without versions
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Place(
      BoundType type, Tuple primaryKey, byte[] key, RowIdentity identity, int localVersion) {}

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
    try {
      state.requireNoRebuild();
      return save(type, type.adapt(given), mode);
    } catch (RecordLayerException | IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<StoredRecord> save(BoundType type, Message message, SaveMode mode) {
    Place place = placeToSave(type, type.primaryKeyOf(message));
    return switch (mode) {
      case ASSUME_NEW -> inTurn(place, () -> now(() -> write(place, message, null)));
      case UPSERT, UPSERT_SAME_TYPE ->
          needsOldRecord(type)
              ? readAndSave(place, message, mode)
              : inTurn(place, () -> now(() -> overwrite(place, message)));
      case INSERT, UPDATE, UPDATE_SAME_TYPE -> readAndSave(place, message, mode);
    };
  }

  private static boolean needsOldRecord(BoundType type) {
    return !type.indexes().isEmpty()
        || type.type().isInSharedExtent()
        || type.type().isTimestamped();
  }

  private CompletableFuture<StoredRecord> readAndSave(Place place, Message message, SaveMode mode) {
    return inTurn(
        place,
        () ->
            load(place)
                .thenCompose(
                    old -> {
                      requireMode(place, mode, old.orElse(null));
                      return write(place, message, old.orElse(null)).whenUpdated();
                    }));
  }

  /** The old record; read again when a change that waits for no turn has overtaken the answer. */
  private CompletableFuture<Optional<StoredRecord>> load(Place place) {
    WrittenRecords.Mark mark = state.written().mark();
    return reader
        .load(place.type(), place.primaryKey(), place.key(), Isolation.SERIALIZABLE)
        .thenCompose(
            old ->
                state.written().isChangedSince(place.key(), mark)
                    ? load(place)
                    : CompletableFuture.completedFuture(old));
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
    Place place = placeToSave(type, primaryKey);
    requireAsLoaded(place, old, "replace");
    return state.context().together(() -> write(place, message, old)).record();
  }

  /** Deletes a record. The commit waits for index updates that must read. */
  void delete(StoredRecord old) {
    Place place = place(metaData.bound().type(old.type()), old.primaryKey());
    requireAsLoaded(place, old, "delete");
    var unused = state.context().together(() -> deleteAndUpdate(place, old));
  }

  /**
   * Requires that the record is unchanged since it was loaded; otherwise index entries of a later
   * change would be left behind. A change by another transaction makes the commit conflict.
   */
  private void requireAsLoaded(Place place, StoredRecord old, String attempt) {
    WrittenRecords.Standing standing = state.written().standingOf(place.key(), old);
    String why =
        switch (standing) {
          case AS_LOADED, AS_LOADED_BY_SNAPSHOT -> "";
          case CHANGED -> "which this transaction has changed since it was loaded";
          case OF_ANOTHER_TRANSACTION ->
              "which was not loaded in this transaction: others may have changed it since, and its"
                  + " index entries would stay; load it again";
        };
    if (!why.isEmpty()) {
      throw new IllegalStateException(
          attempt
              + " of the "
              + old.type()
              + " "
              + old.primaryKey()
              + ", "
              + why
              + " (store "
              + keys.describe()
              + ")");
    }
    if (standing == WrittenRecords.Standing.AS_LOADED_BY_SNAPSHOT) {
      reader.addReadConflict(place.type(), place.key());
    }
  }

  private CompletableFuture<Void> deleteAndUpdate(Place place, StoredRecord old) {
    state.requireChangeable();
    WriteBatch batch = batch();
    clearOld(place, old, 0, batch);
    indexes.add(new RecordChange(old.indexed(place.type()), null), batch);
    CompletableFuture<Void> updated = apply(place, batch, null);
    state.versions().remove(place.key());
    state.context().count(RecordCounter.RECORDS_DELETED, 1);
    return updated;
  }

  CompletableFuture<Boolean> delete(BoundType type, Tuple primaryKey) {
    Place place = place(type, type.requirePrimaryKey(primaryKey));
    return inTurn(
        place,
        () ->
            load(place)
                .thenCompose(
                    found ->
                        found
                            .filter(old -> old.type().equals(type.name()))
                            .map(old -> deleteAndUpdate(place, old).thenApply(nothing -> true))
                            .orElseGet(() -> CompletableFuture.completedFuture(false))));
  }

  /**
   * Saves and deletes of one record run in the order in which they were begun: one that reads
   * nothing waits for one before it that is still reading.
   */
  private <T> CompletableFuture<T> inTurn(Place place, Supplier<CompletableFuture<T>> work) {
    return state.context().inTurn(place.identity(), work);
  }

  private Saved write(Place place, Message message, @Nullable StoredRecord old) {
    state.requireChangeable();
    WriteBatch batch = batch();
    StoredRecord saved = encode(place, message, old, batch);
    indexes.add(
        new RecordChange(old == null ? null : indexed(old), saved.indexed(place.type())), batch);
    CompletableFuture<Void> updated = apply(place, batch, saved);
    finish(place, saved);
    return new Saved(saved, updated);
  }

  /** Writes a record without knowing what was there; of a type without indexes. */
  private Saved overwrite(Place place, Message message) {
    state.requireChangeable();
    WriteBatch batch = batch();
    if (!place.type().isSingleKey()) {
      batch.clear(StoreKeys.parts(place.key()));
    }
    StoredRecord saved = encode(place, message, null, batch);
    CompletableFuture<Void> updated = apply(place, batch, saved);
    finish(place, saved);
    return new Saved(saved, updated);
  }

  /** Adds the record's own rows to the batch. */
  private StoredRecord encode(
      Place place, Message message, @Nullable StoredRecord old, WriteBatch batch) {
    BoundType type = place.type();
    RecordHead head = codec.head(type, old, state.context().now());
    byte[] bytes = codec.write(type, place.primaryKey(), message, head, place.key());
    List<byte[]> chunks = type.isSingleKey() ? List.of(bytes) : SplitRecord.chunks(bytes);
    if (old != null) {
      clearOld(place, old, chunks.size(), batch);
    }
    setChunks(place, chunks, batch);
    RecordVersion version = type.type().isVersioned() ? version(place) : null;
    long stored =
        type.isSingleKey()
            ? StoredSize.single(keys, place.key(), bytes.length)
            : StoredSize.split(keys, place.key(), bytes.length, chunks.size(), version);
    StoredForm form =
        new StoredForm(head, bytes.length, chunks.size(), stored, true, Optional.empty());
    return new StoredRecord(
        type.name(),
        place.primaryKey(),
        message,
        form,
        version,
        state.written().origin(Isolation.SERIALIZABLE));
  }

  /**
   * The version the record gets; its slot is written just before the commit, too late to refuse.
   */
  private RecordVersion version(Place place) {
    KeyValueLimits.requireKey(StoreKeys.part(place.key(), StoreKeys.VERSION_SLOT));
    return new RecordVersion(
        state.require().header().value().getIncarnation(),
        Versionstamp.incomplete(place.localVersion()));
  }

  private Place place(BoundType type, Tuple primaryKey) {
    byte[] key = keys.record(type, primaryKey);
    return new Place(type, primaryKey, key, new RowIdentity(key), 0);
  }

  /** Versions follow the order in which saves begin, whichever reads its old record first. */
  private Place placeToSave(BoundType type, Tuple primaryKey) {
    Place place = place(type, primaryKey);
    return type.type().isVersioned()
        ? new Place(
            type, primaryKey, place.key(), place.identity(), state.context().nextLocalVersion())
        : place;
  }

  private WriteBatch batch() {
    return new WriteBatch(state.context(), state.pending());
  }

  /** Writes the rows and notes the record in its last form, null when it is deleted. */
  private CompletableFuture<Void> apply(
      Place place, WriteBatch batch, @Nullable StoredRecord saved) {
    state.written().begin(place.identity());
    try {
      CompletableFuture<Void> updated = batch.apply();
      state.written().put(place.identity(), saved);
      return updated;
    } finally {
      state.written().end(place.identity());
    }
  }

  private IndexedRecord indexed(StoredRecord record) {
    return record.indexed(metaData.bound().type(record.type()));
  }

  private void finish(Place place, StoredRecord saved) {
    state.context().count(RecordCounter.RECORDS_SAVED, 1);
    RecordVersion version = saved.recordVersion();
    if (version == null) {
      state.versions().remove(place.key());
    } else {
      state.versions().put(place.key(), version);
    }
  }

  /** Clears the keys of the old record that the new chunks will not overwrite. */
  private static void clearOld(Place place, StoredRecord old, int newChunks, WriteBatch batch) {
    byte[] record = place.key();
    if (place.type().isSingleKey()) {
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

  private static void setChunks(Place place, List<byte[]> chunks, WriteBatch batch) {
    byte[] record = place.key();
    if (place.type().isSingleKey()) {
      batch.set(record, chunks.get(0));
      return;
    }
    int part = SplitRecord.firstPart(chunks.size());
    for (byte[] chunk : chunks) {
      batch.set(StoreKeys.part(record, part), chunk);
      part++;
    }
  }

  private void requireMode(Place place, SaveMode mode, @Nullable StoredRecord old) {
    switch (mode) {
      case UPSERT, ASSUME_NEW -> {}
      case INSERT -> require(old == null, Code.RECORD_EXISTS, "insert", "exists", place);
      case UPDATE -> requireThere(old, place);
      case UPSERT_SAME_TYPE -> requireSameType(old, place);
      case UPDATE_SAME_TYPE -> {
        requireThere(old, place);
        requireSameType(old, place);
      }
    }
  }

  private void requireThere(@Nullable StoredRecord old, Place place) {
    require(old != null, Code.RECORD_ABSENT, "update", "does not exist", place);
  }

  private void requireSameType(@Nullable StoredRecord old, Place place) {
    boolean same = old == null || old.type().equals(place.type().name());
    String found = old == null ? "absent" : "a " + old.type();
    require(same, Code.RECORD_TYPE_CHANGED, "save", "is " + found, place);
  }

  private void require(boolean met, Code code, String attempt, String found, Place place) {
    if (!met) {
      throw new RecordLayerException(
          code,
          attempt
              + " of the "
              + place.type().name()
              + " "
              + place.primaryKey()
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
