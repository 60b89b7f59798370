package dev.tenure.record;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLayout;
import java.time.Instant;

/** A store's header as it is stored: a format byte, then a {@code StoreHeaderValue}. */
record StoredHeader(StoreHeaderValue value) {
  static final byte FORMAT = 1;

  /** The header of a new store. */
  static StoredHeader create(RecordMetaData metaData, Instant now) {
    return new StoredHeader(
        StoreHeaderValue.newBuilder()
            .setMetadataVersion(metaData.version())
            .setCreatedMillis(now.toEpochMilli())
            .setUpdatedMillis(now.toEpochMilli())
            .setLayout(metaData.layout().bytes())
            .build());
  }

  static StoredHeader decode(byte[] bytes, StoreKeys keys) {
    if (bytes.length == 0 || bytes[0] != FORMAT) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "header has format "
              + (bytes.length == 0 ? "none" : bytes[0])
              + ", known is "
              + FORMAT
              + " (store "
              + keys.describe()
              + ")");
    }
    try {
      return new StoredHeader(StoreHeaderValue.parser().parseFrom(bytes, 1, bytes.length - 1));
    } catch (InvalidProtocolBufferException e) {
      throw damaged(keys, e);
    }
  }

  byte[] encode() {
    byte[] message = value.toByteArray();
    byte[] bytes = new byte[message.length + 1];
    bytes[0] = FORMAT;
    System.arraycopy(message, 0, bytes, 1, message.length);
    return bytes;
  }

  StoreLayout layout(StoreKeys keys) {
    try {
      return StoreLayout.parseFrom(value.getLayout());
    } catch (InvalidProtocolBufferException e) {
      throw damaged(keys, e);
    }
  }

  RecordStore.Header toHeader() {
    return new RecordStore.Header(
        FORMAT,
        value.getMetadataVersion(),
        value.getUserVersion(),
        Instant.ofEpochMilli(value.getCreatedMillis()),
        Instant.ofEpochMilli(value.getUpdatedMillis()));
  }

  private static RecordLayerException damaged(StoreKeys keys, InvalidProtocolBufferException e) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "header is no StoreHeaderValue: " + e.getMessage() + " (store " + keys.describe() + ")",
        e);
  }
}
