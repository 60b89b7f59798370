package dev.tenure.record.serialize;

import dev.tenure.record.tuple.Varint;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The head of an {@link Envelope}, from the schema version to the key id.
 *
 * @param compressed the compression of the message; empty when it is not compressed
 * @param keyId the number of the key that encrypts the body; empty when it is not encrypted
 */
record EnvelopeHead(
    RecordHead record, int encoding, Optional<Compressed> compressed, OptionalInt keyId) {
  static final int FLAG_LENGTH = 0x01;
  static final int FLAGS_KNOWN = 0x3F;

  private static final int FLAG_TYPE_KEY = 0x02;
  private static final int FLAG_ENCODING = 0x04;
  private static final int FLAG_TIMES = 0x08;
  private static final int FLAG_COMPRESSED = 0x10;
  private static final int FLAG_ENCRYPTED = 0x20;

  /** The number of a compression, and the length of the message before it. */
  record Compressed(int algorithm, int messageBytes) {
    int size() {
      return Varint.size(algorithm) + Varint.size(messageBytes);
    }
  }

  int flags() {
    return (record.typeKey().isPresent() ? FLAG_TYPE_KEY : 0)
        | (encoding != ProtobufEncoding.ID ? FLAG_ENCODING : 0)
        | (record.times().isPresent() ? FLAG_TIMES : 0)
        | (compressed.isPresent() ? FLAG_COMPRESSED : 0)
        | (keyId.isPresent() ? FLAG_ENCRYPTED : 0);
  }

  int size() {
    int size = Varint.size(record.schemaVersion());
    if (record.typeKey().isPresent()) {
      size += Varint.size(record.typeKey().getAsInt());
    }
    if (encoding != ProtobufEncoding.ID) {
      size += Varint.size(encoding);
    }
    if (record.times().isPresent()) {
      RecordTimes times = record.times().get();
      size += Varint.size(times.createdMillis()) + Varint.size(sinceCreated(times));
    }
    size += compressed.map(Compressed::size).orElse(0);
    return size + (keyId.isPresent() ? Varint.size(keyId.getAsInt()) : 0);
  }

  void put(ByteBuffer out) {
    Varint.put(out, record.schemaVersion());
    record.typeKey().ifPresent(typeKey -> Varint.put(out, typeKey));
    if (encoding != ProtobufEncoding.ID) {
      Varint.put(out, encoding);
    }
    record
        .times()
        .ifPresent(
            times -> {
              Varint.put(out, times.createdMillis());
              Varint.put(out, sinceCreated(times));
            });
    compressed.ifPresent(
        each -> {
          Varint.put(out, each.algorithm());
          Varint.put(out, each.messageBytes());
        });
    keyId.ifPresent(id -> Varint.put(out, id));
  }

  /** Decodes the head at the buffer's position, and moves the position after it. */
  static EnvelopeHead get(int flags, ByteBuffer in, StoredRecordErrors errors) {
    int schemaVersion = number(in, "schema version", errors);
    OptionalInt typeKey = OptionalInt.empty();
    if ((flags & FLAG_TYPE_KEY) != 0) {
      typeKey = OptionalInt.of(number(in, "type key", errors));
    }
    int encoding = (flags & FLAG_ENCODING) == 0 ? ProtobufEncoding.ID : encoding(in, errors);
    Optional<RecordTimes> times = Optional.empty();
    if ((flags & FLAG_TIMES) != 0) {
      times = Optional.of(times(in, errors));
    }
    Optional<Compressed> compressed = Optional.empty();
    if ((flags & FLAG_COMPRESSED) != 0) {
      int algorithm = number(in, "compression", errors);
      compressed = Optional.of(new Compressed(algorithm, number(in, "message length", errors)));
    }
    OptionalInt keyId = OptionalInt.empty();
    if ((flags & FLAG_ENCRYPTED) != 0) {
      keyId = OptionalInt.of(number(in, "encryption key id", errors));
    }
    RecordHead record = new RecordHead(schemaVersion, typeKey, times);
    return new EnvelopeHead(record, encoding, compressed, keyId);
  }

  private static int encoding(ByteBuffer in, StoredRecordErrors errors) {
    int encoding = number(in, "encoding", errors);
    if (encoding == ProtobufEncoding.ID) {
      throw errors.damaged("has the encoding 0 written out, expected it left out");
    }
    return encoding;
  }

  private static long sinceCreated(RecordTimes times) {
    return Varint.zigzag(times.updatedMillis() - times.createdMillis());
  }

  private static RecordTimes times(ByteBuffer in, StoredRecordErrors errors) {
    long created = time(Varint.get(in), "created", errors);
    long since = Varint.get(in);
    long updated = since < 0 ? since : created + Varint.unzigzag(since);
    return new RecordTimes(created, time(updated, "updated", errors));
  }

  private static long time(long millis, String name, StoredRecordErrors errors) {
    if (!RecordTimes.isTime(millis)) {
      throw errors.damaged(
          "has no time " + name + " of 0 to " + RecordTimes.MILLIS_MAX + " in its head");
    }
    return millis;
  }

  private static int number(ByteBuffer in, String name, StoredRecordErrors errors) {
    long value = Varint.get(in);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw errors.damaged("has no " + name + " of 0 to " + Integer.MAX_VALUE + " in its head");
    }
    return (int) value;
  }
}
