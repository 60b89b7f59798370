package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Isolation;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Saves and deletes the records of one store, and keeps their indexes. */
final class RecordWriter {
  private final StoreState state;
  private final StoreKeys keys;
  private final RecordMetaData metaData;
  private final RecordReader reader;

  RecordWriter(StoreState state, StoreKeys keys, RecordMetaData metaData, RecordReader reader) {
    this.state = state;
    this.keys = keys;
    this.metaData = metaData;
    this.reader = reader;
  }

  CompletableFuture<StoredRecord> save(Message message, SaveMode mode) {
    CompiledType type = metaData.typeOf(message);
    Tuple primaryKey = type.primaryKeyOf(message);
    return switch (mode) {
      case ASSUME_NEW -> now(() -> write(type, primaryKey, message, null));
      case UPSERT ->
          type.indexes().isEmpty()
              ? now(() -> overwrite(type, primaryKey, message))
              : readAndSave(type, primaryKey, message, mode);
      case INSERT, UPDATE -> readAndSave(type, primaryKey, message, mode);
    };
  }

  private CompletableFuture<StoredRecord> readAndSave(
      CompiledType type, Tuple primaryKey, Message message, SaveMode mode) {
    return state
        .context()
        .inTurn(
            turn(type, primaryKey),
            () ->
                reader
                    .load(type, primaryKey, Isolation.SERIALIZABLE)
                    .thenApply(
                        old -> {
                          requireMode(type, primaryKey, mode, old.isPresent());
                          return write(type, primaryKey, message, old.orElse(null));
                        }));
  }

  StoredRecord replace(StoredRecord old, Message message) {
    CompiledType type = metaData.typeOf(message);
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
    return write(type, primaryKey, message, old);
  }

  void delete(StoredRecord old) {
    CompiledType type = metaData.type(old.type());
    WriteBatch batch = new WriteBatch(state);
    clearOld(type, keys.record(type.type(), old.primaryKey()), old, 0, batch);
    RecordChange change = new RecordChange(old.primaryKey(), old.message(), null);
    type.indexes().forEach(index -> index.maintainer().update(keys, change, batch));
    batch.apply();
  }

  CompletableFuture<Boolean> delete(String typeName, Tuple primaryKey) {
    CompiledType type = metaData.type(typeName);
    type.requirePrimaryKey(primaryKey);
    return state
        .context()
        .inTurn(
            turn(type, primaryKey),
            () ->
                reader
                    .load(type, primaryKey, Isolation.SERIALIZABLE)
                    .thenApply(
                        old -> {
                          old.ifPresent(this::delete);
                          return old.isPresent();
                        }));
  }

  /** Saves and deletes of one record that read it first do not overlap. */
  private ByteBuffer turn(CompiledType type, Tuple primaryKey) {
    return ByteBuffer.wrap(keys.record(type.type(), primaryKey));
  }

  private StoredRecord write(
      CompiledType type, Tuple primaryKey, Message message, @Nullable StoredRecord old) {
    byte[] record = keys.record(type.type(), primaryKey);
    List<byte[]> chunks = encode(type, primaryKey, message);
    WriteBatch batch = new WriteBatch(state);
    if (old != null) {
      clearOld(type, record, old, chunks.size(), batch);
    }
    setChunks(type, record, chunks, batch);
    RecordChange change = new RecordChange(primaryKey, old == null ? null : old.message(), message);
    type.indexes().forEach(index -> index.maintainer().update(keys, change, batch));
    batch.apply();
    return stored(type, primaryKey, message, chunks);
  }

  /** Writes a record without knowing what was there; of a type without indexes. */
  private StoredRecord overwrite(CompiledType type, Tuple primaryKey, Message message) {
    byte[] record = keys.record(type.type(), primaryKey);
    List<byte[]> chunks = encode(type, primaryKey, message);
    WriteBatch batch = new WriteBatch(state);
    if (!type.isSingleKey()) {
      batch.clear(StoreKeys.parts(record));
    }
    setChunks(type, record, chunks, batch);
    batch.apply();
    return stored(type, primaryKey, message, chunks);
  }

  /** Clears those keys of the old record that so many new chunks will not overwrite. */
  private static void clearOld(
      CompiledType type, byte[] record, StoredRecord old, int newChunks, WriteBatch batch) {
    if (type.isSingleKey()) {
      if (newChunks == 0) {
        batch.clear(record);
      }
      return;
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
      CompiledType type, byte[] record, List<byte[]> chunks, WriteBatch batch) {
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

  private List<byte[]> encode(CompiledType type, Tuple primaryKey, Message message) {
    byte[] bytes = Envelope.encode(message, metaData.version(), SplitRecord.CHUNK_BYTES);
    int limit = type.type().recordBytesMax();
    if (bytes.length > limit) {
      throw new RecordLayerException(
          RecordLayerException.Code.RECORD_TOO_LARGE,
          type.name()
              + " "
              + primaryKey
              + " is "
              + bytes.length
              + " bytes, the limit is "
              + limit
              + " (record type "
              + type.name()
              + ", layout "
              + type.type().layout()
              + ")");
    }
    return type.isSingleKey() ? List.of(bytes) : SplitRecord.chunks(bytes);
  }

  private StoredRecord stored(
      CompiledType type, Tuple primaryKey, Message message, List<byte[]> chunks) {
    int bytes = chunks.stream().mapToInt(chunk -> chunk.length).sum();
    return new StoredRecord(
        type.name(), primaryKey, message, metaData.version(), bytes, chunks.size());
  }

  private void requireMode(CompiledType type, Tuple primaryKey, SaveMode mode, boolean exists) {
    if (mode == SaveMode.INSERT && exists) {
      throw new RecordLayerException(
          RecordLayerException.Code.RECORD_EXISTS,
          "insert of the "
              + type.name()
              + " "
              + primaryKey
              + ", which exists in store "
              + keys.describe());
    }
    if (mode == SaveMode.UPDATE && !exists) {
      throw new RecordLayerException(
          RecordLayerException.Code.RECORD_ABSENT,
          "update of the "
              + type.name()
              + " "
              + primaryKey
              + ", which does not exist in store "
              + keys.describe());
    }
  }

  /** The outcome of work that waits for nothing, as a future that fails as it does. */
  private static CompletableFuture<StoredRecord> now(Supplier<StoredRecord> work) {
    try {
      return CompletableFuture.completedFuture(work.get());
    } catch (RecordLayerException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
