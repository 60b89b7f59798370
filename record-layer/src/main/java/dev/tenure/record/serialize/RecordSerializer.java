package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Turns records into stored bytes and back, in the steps encoding, compression, encryption,
 * envelope. Safe for use by many threads. Equal records have equal bytes; for encrypted records
 * this holds only with equal nonces.
 *
 * <p>Reading and writing take the record's key relative to the store. The key is not stored in the
 * bytes. An encrypted record authenticates its key and head. So a record that was copied to the key
 * of another record is refused, and a store that was moved to another subspace stays readable.
 */
public final class RecordSerializer {
  /**
   * The maximum size of a message before compression: the maximum size of a FoundationDB
   * transaction. So a record that can be saved can be saved with any compression, and no stored
   * record makes its reader allocate more.
   */
  public static final int MESSAGE_BYTES_MAX = 10_000_000;

  private static final byte[] NOTHING = {};

  private final SerializerOptions options;
  private final RecordCipher cipher;

  private RecordSerializer(SerializerOptions options, RandomGenerator random) {
    this.options = options;
    this.cipher = new RecordCipher(random);
  }

  /**
   * A serializer with these options.
   *
   * @param random generates the nonces of encrypted records. Outside of tests this must be a {@code
   *     java.security.SecureRandom} or draw from one: two records with equal key and nonce reveal
   *     each other's content, and records can then be forged. It is used by one thread at a time
   */
  public static RecordSerializer of(SerializerOptions options, RandomGenerator random) {
    return new RecordSerializer(options, random);
  }

  /** The serializer of {@link SerializerOptions#defaults()}, which needs no random numbers. */
  public static RecordSerializer plain() {
    return new RecordSerializer(
        SerializerOptions.defaults(),
        () -> {
          throw new IllegalStateException("a record that is not encrypted has no nonce");
        });
  }

  /**
   * The stored bytes of a record.
   *
   * @param recordKey the record's key, relative to the store
   * @throws RecordLayerException RECORD_TOO_LARGE when the message is larger than {@link
   *     #MESSAGE_BYTES_MAX}; RECORD_TOO_DEEP when its messages are nested deeper than {@link
   *     MessageNesting#DEPTH_MAX}
   * @throws IllegalArgumentException when the message lacks required fields, or a string has an
   *     unpaired surrogate
   */
  public byte[] write(Message message, RecordHead head, byte[] recordKey) {
    byte[] plain = options.encoding().write(message);
    if (plain.length > MESSAGE_BYTES_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.RECORD_TOO_LARGE,
          message.getDescriptorForType().getFullName()
              + " is "
              + plain.length
              + " bytes, the limit is "
              + MESSAGE_BYTES_MAX);
    }
    byte[] packed = compress(plain);
    return envelope(head, plain, packed, recordKey);
  }

  /** The bytes compressed, or none when they are not to be. */
  private byte[] compress(byte[] plain) {
    if (plain.length < options.compressFromBytes()) {
      return NOTHING;
    }
    return options.compression().map(compression -> compression.compress(plain)).orElse(NOTHING);
  }

  private byte[] envelope(RecordHead head, byte[] plain, byte[] packed, byte[] recordKey) {
    Optional<EncryptionKey> key = options.keys().map(EncryptionKeys::current);
    OptionalInt keyId = key.map(each -> OptionalInt.of(each.id())).orElse(OptionalInt.empty());
    Optional<EnvelopeHead.Compressed> compressed =
        options
            .compression()
            .map(each -> new EnvelopeHead.Compressed(each.id(), plain.length))
            .filter(each -> packed.length > 0 && packed.length + each.size() < plain.length);
    byte[] body = compressed.isPresent() ? packed : plain;
    EnvelopeHead whole = new EnvelopeHead(head, options.encoding().id(), compressed, keyId);
    int rest = body.length + (key.isPresent() ? RecordCipher.OVERHEAD_BYTES : 0);
    byte[] stored = new byte[Envelope.size(whole, rest, options.wholeBytesMax())];
    int offset = Envelope.putHead(whole, rest, options.wholeBytesMax(), stored);
    key.ifPresentOrElse(
        each -> cipher.seal(each, body, recordKey, stored, offset),
        () -> System.arraycopy(body, 0, stored, offset, body.length));
    Envelope.putChecksum(stored);
    return stored;
  }

  /**
   * The record in stored bytes.
   *
   * @param prototypes the message types that the record may have
   * @param recordKey the record's key relative to the store, as in {@link #write}
   * @param where gives the names of store and record, for errors
   * @throws RecordLayerException when the bytes cannot be read. It names the record and the reason:
   *     FORMAT_UNKNOWN, DAMAGED, RECORD_TOO_DEEP, TYPE_UNKNOWN, KEY_UNKNOWN, DECRYPTION_REFUSED,
   *     NOT_ENCRYPTED
   */
  public RecordContent read(
      byte[] stored, PrototypeLookup prototypes, byte[] recordKey, Supplier<String> where) {
    return read(stored, prototypes, recordKey, where, false);
  }

  /**
   * As {@link #read}, for a record whose messages may be nested too deep. Fields below {@link
   * MessageNesting#DEPTH_MAX} are left out, and {@link RecordContent#cutAt} names the first of
   * them. The remaining fields give all columns of indexes, so the record can be replaced or
   * deleted.
   */
  public RecordContent readCut(
      byte[] stored, PrototypeLookup prototypes, byte[] recordKey, Supplier<String> where) {
    return read(stored, prototypes, recordKey, where, true);
  }

  private RecordContent read(
      byte[] stored,
      PrototypeLookup prototypes,
      byte[] recordKey,
      Supplier<String> where,
      boolean cutting) {
    StoredRecordErrors errors = new StoredRecordErrors(where);
    Envelope envelope = Envelope.read(stored, errors);
    EnvelopeHead head = envelope.head();
    BodyReader.Decoded decoded =
        new BodyReader(options, head, errors, cutting)
            .read(stored, envelope, recordKey, prototypes);
    return new RecordContent(
        head.record(), decoded.message(), head.keyId(), isCurrent(head), decoded.cutAt());
  }

  /**
   * Whether the record is stored with the current encryption key (or without encryption), encoding
   * and compression. A record that is stored without compression counts as current. Needs no
   * encryption key.
   *
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  public boolean isCurrent(byte[] stored, Supplier<String> where) {
    return isCurrent(Envelope.read(stored, new StoredRecordErrors(where)).head());
  }

  private boolean isCurrent(EnvelopeHead head) {
    boolean sameKey =
        options
            .keys()
            .map(keys -> head.keyId().equals(OptionalInt.of(keys.current().id())))
            .orElse(head.keyId().isEmpty());
    boolean sameCompression =
        head.compressed().isEmpty()
            || options
                .compression()
                .map(each -> each.id() == head.compressed().get().algorithm())
                .orElse(false);
    return sameKey && sameCompression && head.encoding() == options.encoding().id();
  }
}
