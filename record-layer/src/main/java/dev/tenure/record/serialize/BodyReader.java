package dev.tenure.record.serialize;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;

/**
 * Turns the body of a stored record into a message: decrypts, decompresses and decodes it, as the
 * record's head says.
 */
final class BodyReader {
  private final SerializerOptions options;
  private final EnvelopeHead head;
  private final StoredRecordErrors errors;
  private final boolean cutting;

  /** Bytes that are part of an array. */
  private static final class Body {
    final byte[] bytes;
    final int offset;
    final int length;

    Body(byte[] bytes, int offset, int length) {
      this.bytes = bytes;
      this.offset = offset;
      this.length = length;
    }

    static Body of(byte[] whole) {
      return new Body(whole, 0, whole.length);
    }
  }

  /**
   * A decoded message.
   *
   * @param cutAt the first field that was left out because it is nested too deep; empty when the
   *     message is whole
   */
  record Decoded(Message message, Optional<String> cutAt) {}

  /**
   * Creates the reader of one record.
   *
   * @param cutting whether fields that are nested too deep are left out instead of refusing the
   *     record
   */
  BodyReader(
      SerializerOptions options, EnvelopeHead head, StoredRecordErrors errors, boolean cutting) {
    this.options = options;
    this.head = head;
    this.errors = errors;
    this.cutting = cutting;
  }

  Decoded read(byte[] stored, Envelope envelope, byte[] recordKey, PrototypeLookup prototypes) {
    return decode(decompress(decrypt(stored, envelope, recordKey)), prototypes);
  }

  private Body decrypt(byte[] stored, Envelope envelope, byte[] recordKey) {
    int offset = envelope.bodyOffset();
    if (head.keyId().isEmpty()) {
      if (!options.unencryptedAccepted()) {
        throw errors.refused(
            RecordLayerException.Code.NOT_ENCRYPTED,
            "is not encrypted, accepted are encrypted ones only",
            null);
      }
      return new Body(stored, offset, envelope.bodyEnd() - offset);
    }
    EncryptionKey key = key(head.keyId().getAsInt());
    try {
      return Body.of(RecordCipher.open(key, stored, envelope, recordKey));
    } catch (AEADBadTagException e) {
      throw errors.refused(
          RecordLayerException.Code.DECRYPTION_REFUSED,
          "has a right checksum, but "
              + key
              + " does not open it: it was encrypted with another key of this id, or under another"
              + " record's key, or is forged",
          e);
    }
  }

  private EncryptionKey key(int id) {
    if (options.keys().isEmpty()) {
      throw keyUnknown("is encrypted with key " + id + ", no keys are given");
    }
    return options
        .keys()
        .get()
        .byId(id)
        .orElseThrow(
            () -> keyUnknown("is encrypted with key " + id + ", which is not among those given"));
  }

  private RecordLayerException keyUnknown(String what) {
    return errors.refused(RecordLayerException.Code.KEY_UNKNOWN, what, null);
  }

  private Body decompress(Body body) {
    Optional<EnvelopeHead.Compressed> compressed = head.compressed();
    return compressed.isEmpty() ? body : Body.of(decompress(body, compressed.get()));
  }

  private byte[] decompress(Body body, EnvelopeHead.Compressed compressed) {
    RecordCompression compression =
        known(
            "compression",
            options.compressions().get(compressed.algorithm()),
            compressed.algorithm());
    int messageBytes = compressed.messageBytes();
    if (messageBytes <= body.length || messageBytes > RecordSerializer.MESSAGE_BYTES_MAX) {
      throw errors.damaged(
          "declares a message of %d bytes, expected more than its %d compressed ones and at most %d"
              .formatted(messageBytes, body.length, RecordSerializer.MESSAGE_BYTES_MAX));
    }
    byte[] message;
    try {
      message = compression.decompress(body.bytes, body.offset, body.length, messageBytes);
    } catch (RuntimeException e) {
      throw errors.damaged("does not decompress: " + e.getMessage(), e);
    }
    if (message.length != messageBytes) {
      throw errors.damaged(
          "decompresses to " + message.length + " bytes, declares " + messageBytes);
    }
    return message;
  }

  private Decoded decode(Body body, PrototypeLookup prototypes) {
    RecordEncoding encoding =
        known("encoding", options.encodings().get(head.encoding()), head.encoding());
    Message prototype = prototypes.find(head.record().typeKey()).orElseThrow(this::typeUnknown);
    try {
      Message message =
          encoding instanceof ProtobufEncoding protobuf
              ? protobuf.read(
                  body.bytes, body.offset, body.length, prototype, options.nestingReadMax())
              : encoding.read(body.bytes, body.offset, body.length, prototype);
      return new Decoded(message, Optional.empty());
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // The stack overflows where a raised limit is more than this thread has room for.
      return decodeCut(encoding, body, prototype, e);
    }
  }

  /** The message of bytes that could not be read, without what is too deep if that is why. */
  private Decoded decodeCut(
      RecordEncoding encoding, Body body, Message prototype, Throwable error) {
    Descriptor type = prototype.getDescriptorForType();
    Optional<WireCut.Cut> cut =
        encoding instanceof ProtobufEncoding
            ? WireCut.of(body.bytes, body.offset, body.length, type)
            : Optional.empty();
    if (cut.isEmpty()) {
      throw damaged(type, error);
    }
    if (!cutting) {
      throw tooDeep(cut.get().where(), error);
    }
    try {
      Message left = prototype.getParserForType().parsePartialFrom(cut.get().bytes());
      return new Decoded(left, Optional.of(cut.get().where()));
    } catch (InvalidProtocolBufferException e) {
      throw damaged(type, e);
    }
  }

  private RecordLayerException damaged(Descriptor type, Throwable error) {
    return errors.damaged("is no " + type.getFullName() + ": " + error.getMessage(), error);
  }

  private RecordLayerException tooDeep(String where, Throwable error) {
    return errors.refused(
        RecordLayerException.Code.RECORD_TOO_DEEP,
        "is read down to a depth of "
            + options.nestingReadMax()
            + " messages, and "
            + where
            + "; it can be overwritten, deleted, or read with a higher nestingReadMax",
        error);
  }

  private <T> T known(String what, @Nullable T found, int id) {
    if (found == null) {
      throw errors.unknown("has the " + what + " " + id + ", which is not among those given");
    }
    return found;
  }

  private RecordLayerException typeUnknown() {
    OptionalInt typeKey = head.record().typeKey();
    String has = typeKey.isPresent() ? "the type key " + typeKey.getAsInt() : "no type key";
    return errors.refused(
        RecordLayerException.Code.TYPE_UNKNOWN, "has " + has + ", of which no type is known", null);
  }
}
