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

/** Records of one store as bytes and back. Immutable. */
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
   * Reads what is nested too deep without the fields that are, for indexes alone: a caller who gets
   * a record gets all of it.
   */
  RecordCodec cutting() {
    return new RecordCodec(keys, metaData, serializer, true);
  }

  /** A record that was read: its type, which in the shared extent only its bytes tell. */
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
   * @param record what all its keys begin with
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
   * The record in bytes.
   *
   * @param extent a type of the extent the record lies in
   * @param record what all its keys begin with
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
