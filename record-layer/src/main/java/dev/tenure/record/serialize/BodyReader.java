package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import dev.tenure.record.RecordLayerException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;

/** From one record's body to its message: decrypts, decompresses, decodes, as the head says. */
final class BodyReader {
  private final SerializerOptions options;
  private final EnvelopeHead head;
  private final RecordPlace place;

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

  BodyReader(SerializerOptions options, EnvelopeHead head, RecordPlace place) {
    this.options = options;
    this.head = head;
    this.place = place;
  }

  Message read(byte[] stored, Envelope envelope, byte[] recordKey, PrototypeLookup prototypes) {
    return decode(decompress(decrypt(stored, envelope, recordKey)), prototypes);
  }

  private Body decrypt(byte[] stored, Envelope envelope, byte[] recordKey) {
    int offset = envelope.bodyOffset();
    if (head.keyId().isEmpty()) {
      if (!options.unencryptedAccepted()) {
        throw place.refused(
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
      throw place.refused(
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
    return place.refused(RecordLayerException.Code.KEY_UNKNOWN, what, null);
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
      throw place.damaged(
          "declares a message of %d bytes, expected more than its %d compressed ones and at most %d"
              .formatted(messageBytes, body.length, RecordSerializer.MESSAGE_BYTES_MAX));
    }
    byte[] message;
    try {
      message = compression.decompress(body.bytes, body.offset, body.length, messageBytes);
    } catch (RuntimeException e) {
      throw place.damaged("does not decompress: " + e.getMessage(), e);
    }
    if (message.length != messageBytes) {
      throw place.damaged("decompresses to " + message.length + " bytes, declares " + messageBytes);
    }
    return message;
  }

  private Message decode(Body body, PrototypeLookup prototypes) {
    RecordEncoding encoding =
        known("encoding", options.encodings().get(head.encoding()), head.encoding());
    Message prototype = prototypes.find(head.record().typeKey()).orElseThrow(this::typeUnknown);
    try {
      return encoding.read(body.bytes, body.offset, body.length, prototype);
    } catch (IOException | RuntimeException e) {
      String type = prototype.getDescriptorForType().getFullName();
      throw place.damaged("is no " + type + ": " + e.getMessage(), e);
    }
  }

  private <T> T known(String what, @Nullable T found, int id) {
    if (found == null) {
      throw place.unknown("has the " + what + " " + id + ", which is not among those given");
    }
    return found;
  }

  private RecordLayerException typeUnknown() {
    OptionalInt typeKey = head.record().typeKey();
    String has = typeKey.isPresent() ? "the type key " + typeKey.getAsInt() : "no type key";
    return place.refused(
        RecordLayerException.Code.TYPE_UNKNOWN, "has " + has + ", of which no type is known", null);
  }
}
