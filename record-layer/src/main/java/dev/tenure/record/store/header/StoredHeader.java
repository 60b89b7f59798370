package dev.tenure.record.store.header;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.proto.StoreLockValue;
import dev.tenure.record.store.row.StoreKeys;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The stored form of a store's header: a format byte, and then a {@code StoreHeaderValue}. */
public record StoredHeader(StoreHeaderValue value) {
  static final byte FORMAT = 1;

  /**
   * The format of a header that processes of earlier releases must refuse: they would log no
   * changes, and take versions of another cluster for those of theirs.
   */
  static final byte MOVING_FORMAT = 2;

  /** The format of a header with a content format, which earlier releases must refuse. */
  static final byte CONTENT_FORMAT = 3;

  /** The header of a new store. */
  public static StoredHeader create(StoreMetaData metaData, int userVersion, Instant now) {
    return new StoredHeader(
        StoreHeaderValue.newBuilder()
            .setMetadataVersion(metaData.version())
            .setUserVersion(userVersion)
            .setCreatedMillis(now.toEpochMilli())
            .setUpdatedMillis(now.toEpochMilli())
            .setLayout(metaData.layout().bytes())
            .build());
  }

  /**
   * @param contentFormatMax the greatest content format that is taken
   */
  public static StoredHeader decode(byte[] bytes, StoreKeys keys, int contentFormatMax) {
    if (bytes.length == 0 || bytes[0] < FORMAT || bytes[0] > CONTENT_FORMAT) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "header has format "
              + (bytes.length == 0 ? "none" : bytes[0])
              + ", known are "
              + FORMAT
              + " to "
              + CONTENT_FORMAT
              + " (store "
              + keys.describe()
              + ")");
    }
    try {
      StoreHeaderValue value = StoreHeaderValue.parser().parseFrom(bytes, 1, bytes.length - 1);
      requireInLimits(value, keys);
      requireKnown(value.getContentFormat(), contentFormatMax, keys);
      StoredHeader header = new StoredHeader(value);
      if (header.format() != bytes[0]) {
        throw new RecordLayerException(
            RecordLayerException.Code.DAMAGED,
            String.format(
                "header has format %d, its content is of format %d (store %s)",
                bytes[0], header.format(), keys.describe()));
      }
      return header;
    } catch (InvalidProtocolBufferException e) {
      throw damaged(keys, e);
    }
  }

  private static void requireInLimits(StoreHeaderValue value, StoreKeys keys) {
    requireInLimits("metadata version", value.getMetadataVersion(), Integer.MAX_VALUE, keys);
    requireInLimits("incarnation", value.getIncarnation(), Integer.MAX_VALUE, keys);
    int reasonBytes = value.getLock().getReasonBytes().size();
    requireInLimits("lock reason's length", reasonBytes, StoreLock.REASON_BYTES_MAX, keys);
  }

  private static void requireKnown(int content, int most, StoreKeys keys) {
    if (content < 0 || content > most) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          String.format(
              "content has format %d, known are 0 to %d (store %s)",
              content, most, keys.describe()));
    }
  }

  private static void requireInLimits(String what, int found, int most, StoreKeys keys) {
    if (found < 0 || found > most) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          String.format(
              "header has the %s %d, expected 0 to %d (store %s)",
              what, found, most, keys.describe()));
    }
  }

  public byte[] encode() {
    byte[] message = value.toByteArray();
    byte[] bytes = new byte[message.length + 1];
    bytes[0] = format();
    System.arraycopy(message, 0, bytes, 1, message.length);
    return bytes;
  }

  private byte format() {
    if (value.getContentFormat() != 0) {
      return CONTENT_FORMAT;
    }
    return value.getLogsChanges() || value.getVersionShift() != 0 ? MOVING_FORMAT : FORMAT;
  }

  public StoreLayout layout(StoreKeys keys) {
    try {
      return StoreLayout.parseFrom(value.getLayout());
    } catch (InvalidProtocolBufferException e) {
      throw damaged(keys, e);
    }
  }

  /** The lock, when the store has one. */
  public Optional<StoreLock> lock() {
    if (!value.hasLock()) {
      return Optional.empty();
    }
    StoreLockValue lock = value.getLock();
    StoreLock.Kind kind =
        lock.getKind() == StoreLockValue.Kind.WRITES ? StoreLock.Kind.WRITES : StoreLock.Kind.ALL;
    String reason = lock.getReason().isEmpty() ? "no reason given" : lock.getReason();
    return Optional.of(new StoreLock(kind, reason, Instant.ofEpochMilli(lock.getSinceMillis())));
  }

  public StoreHeader toHeader() {
    SortedMap<String, ByteString> fields = new TreeMap<>();
    value.getUserFieldsList().forEach(field -> fields.put(field.getName(), field.getValue()));
    return new StoreHeader(
        format(),
        value.getMetadataVersion(),
        value.getUserVersion(),
        value.getIncarnation(),
        Instant.ofEpochMilli(value.getCreatedMillis()),
        Instant.ofEpochMilli(value.getUpdatedMillis()),
        lock(),
        fields,
        value.getVersionShift());
  }

  private static RecordLayerException damaged(StoreKeys keys, Exception e) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "header is no StoreHeaderValue: " + e.getMessage() + " (store " + keys.describe() + ")",
        e);
  }
}
