package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.serialize.PrototypeLookup;
import dev.tenure.record.serialize.RecordContent;
import dev.tenure.record.serialize.RecordHead;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.serialize.RecordTimes;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.StoreKeys;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encodes and decodes the records of one store. Immutable. */
final class RecordCodec {
  private final StoreKeys keys;
  private final StoreMetaData metaData;
  private final RecordSerializer serializer;
  private final PrototypeLookup sharedExtent;
  private final boolean cutting;

  RecordCodec(StoreKeys keys, StoreMetaData metaData, RecordSerializer serializer) {
    this(keys, metaData, serializer, false);
  }

  private RecordCodec(
      StoreKeys keys, StoreMetaData metaData, RecordSerializer serializer, boolean cutting) {
    this.keys = keys;
    this.metaData = metaData;
    this.serializer = serializer;
    this.cutting = cutting;
    this.sharedExtent =
        typeKey ->
            typeKey.isEmpty()
                ? Optional.empty()
                : metaData
                    .bound()
                    .type(typeKey.getAsInt())
                    .map(BoundType::type)
                    .filter(RecordType::isInSharedExtent)
                    .map(RecordType::prototype);
  }

  /**
   * A codec for index maintenance, which decodes a record without the fields that are nested too
   * deep. Callers never get such a record.
   */
  RecordCodec cutting() {
    return new RecordCodec(keys, metaData, serializer, true);
  }

  /** A decoded record with its type. In the shared extent, only the bytes contain the type. */
  record Decoded(BoundType type, RecordContent content) {}

  /** The head of a record that is being saved. */
  RecordHead head(BoundType type, @Nullable StoredRecord old, Instant now) {
    RecordHead head = RecordHead.of(metaData.version());
    if (type.type().isInSharedExtent()) {
      head = head.withTypeKey(type.type().typeKey());
    }
    if (type.type().isTimestamped()) {
      long created = (old == null ? now : old.created().orElse(now)).toEpochMilli();
      head = head.withTimes(new RecordTimes(created, now.toEpochMilli()));
    }
    return head;
  }

  /**
   * The bytes of a record.
   *
   * @param record the prefix of all keys of the record
   * @throws RecordLayerException RECORD_TOO_LARGE or RECORD_TOO_DEEP
   */
  byte[] write(BoundType type, Tuple primaryKey, Message message, RecordHead head, byte[] record) {
    byte[] bytes = serializer.write(message, head, keys.relative(record));
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
    return bytes;
  }

  /**
   * Decodes a record.
   *
   * @param extent a type of the record's extent
   * @param record the prefix of all keys of the record
   */
  Decoded read(BoundType extent, byte[] bytes, byte[] record) {
    boolean shared = extent.type().isInSharedExtent();
    PrototypeLookup types = shared ? sharedExtent : PrototypeLookup.only(extent.type().prototype());
    byte[] relative = keys.relative(record);
    RecordContent content =
        cutting
            ? serializer.readCut(bytes, types, relative, () -> keys.describe(record))
            : serializer.read(bytes, types, relative, () -> keys.describe(record));
    BoundType type =
        shared
            ? metaData.bound().type(content.head().typeKey().orElseThrow()).orElseThrow()
            : extent;
    return new Decoded(type, content);
  }
}
