package dev.tenure.record.serialize;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The encoding, compression and encryption of a {@link RecordSerializer}. Immutable.
 *
 * <p>The options decide how records are written. Records that were written with other options can
 * be read if their encodings, compressions and keys are given as readable ones. Protobuf and zstd
 * can always be read.
 */
public final class SerializerOptions {
  private static final SerializerOptions DEFAULTS = builder().build();

  private final RecordEncoding encoding;
  private final SortedMap<Integer, RecordEncoding> encodings;
  private final @Nullable RecordCompression compression;
  private final int compressFromBytes;
  private final SortedMap<Integer, RecordCompression> compressions;
  private final @Nullable EncryptionKeys keys;
  private final boolean unencryptedAccepted;
  private final int wholeBytesMax;
  private final int nestingReadMax;

  private SerializerOptions(Builder builder) {
    encoding = builder.encoding;
    encodings = new TreeMap<>(builder.encodings);
    compression = builder.compression;
    compressFromBytes = builder.compressFromBytes;
    compressions = new TreeMap<>(builder.compressions);
    keys = builder.keys;
    unencryptedAccepted = builder.keys == null || builder.unencryptedAccepted;
    wholeBytesMax = builder.wholeBytesMax;
    nestingReadMax = builder.nestingReadMax;
  }

  /** Protobuf, neither compressed nor encrypted. */
  public static SerializerOptions defaults() {
    return DEFAULTS;
  }

  public static Builder builder() {
    return new Builder();
  }

  RecordEncoding encoding() {
    return encoding;
  }

  SortedMap<Integer, RecordEncoding> encodings() {
    return encodings;
  }

  Optional<RecordCompression> compression() {
    return Optional.ofNullable(compression);
  }

  int compressFromBytes() {
    return compressFromBytes;
  }

  SortedMap<Integer, RecordCompression> compressions() {
    return compressions;
  }

  Optional<EncryptionKeys> keys() {
    return Optional.ofNullable(keys);
  }

  boolean unencryptedAccepted() {
    return unencryptedAccepted;
  }

  int wholeBytesMax() {
    return wholeBytesMax;
  }

  int nestingReadMax() {
    return nestingReadMax;
  }

  /** Collects options; not safe for use by many threads. */
  public static final class Builder {
    private static final int VALUE_BYTES_MAX = 100_000;
    private static final int NESTING_READ_LIMIT = 100_000;

    private final SortedMap<Integer, RecordEncoding> encodings = new TreeMap<>();
    private final SortedMap<Integer, RecordCompression> compressions = new TreeMap<>();
    private RecordEncoding encoding = RecordEncoding.protobuf();
    private @Nullable RecordCompression compression;
    private int compressFromBytes;
    private @Nullable EncryptionKeys keys;
    private boolean unencryptedAccepted;
    private int wholeBytesMax = VALUE_BYTES_MAX;
    private int nestingReadMax = MessageNesting.DEPTH_MAX;

    private Builder() {
      encodings.put(ProtobufEncoding.ID, encoding);
      if (ZstdCompression.isAvailable()) {
        compressions.put(ZstdCompression.ID, RecordCompression.zstd(3));
      }
    }

    /**
     * Sets the encoding for writing; it can be read as well.
     *
     * @throws IllegalArgumentException when its number belongs to this library, or to another given
     *     encoding
     */
    public Builder encoding(RecordEncoding newEncoding) {
      readableEncoding(newEncoding);
      encoding = newEncoding;
      return this;
    }

    /** Adds an encoding for reading. Throws as {@link #encoding} does. */
    public Builder readableEncoding(RecordEncoding readable) {
      if (!(readable instanceof ProtobufEncoding)) {
        requireOwn("encoding", readable.id(), RecordEncoding.OWN_ID_MIN);
        requireFree("encoding", encodings, readable.id(), readable);
      }
      return this;
    }

    /**
     * Sets the compression. A message that compression does not make smaller is stored without it.
     *
     * @param fromBytes the minimum size of messages to compress; 0 compresses all
     * @throws IllegalArgumentException for a negative size, or when its number belongs to this
     *     library, or to another given compression
     */
    public Builder compression(RecordCompression newCompression, int fromBytes) {
      if (fromBytes < 0) {
        throw new IllegalArgumentException("fromBytes is " + fromBytes + ", the least is 0");
      }
      readableCompression(newCompression);
      compression = newCompression;
      compressFromBytes = fromBytes;
      return this;
    }

    /** Adds a compression for reading. Throws as {@link #compression} does. */
    public Builder readableCompression(RecordCompression readable) {
      if (!(readable instanceof ZstdCompression)) {
        requireOwn("compression", readable.id(), RecordCompression.OWN_ID_MIN);
        requireFree("compression", compressions, readable.id(), readable);
      }
      return this;
    }

    /**
     * Encrypts with the current key, and decrypts with any of the keys. Records that are not
     * encrypted are refused, since an attacker who can write to the database could place one. Do
     * not compress records that contain both a secret and text of an untrusted user: the length of
     * a compressed record reveals something of its content, even when it is encrypted.
     */
    public Builder encryption(EncryptionKeys newKeys) {
      keys = newKeys;
      return this;
    }

    /**
     * Also reads records that are not encrypted. Use it while the records of an existing store are
     * being encrypted.
     */
    public Builder unencryptedAccepted() {
      unencryptedAccepted = true;
      return this;
    }

    /**
     * The largest record that is written without its length, in bytes; default 100,000,
     * FoundationDB's limit of a value. A larger record contains its length, so that a missing last
     * part of a split record is recognized.
     *
     * @throws IllegalArgumentException for negative bytes
     */
    public Builder wholeBytesMax(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("wholeBytesMax is " + bytes + ", the least is 0");
      }
      wholeBytesMax = bytes;
      return this;
    }

    /**
     * The deepest nesting of messages that can be read; default {@link MessageNesting#DEPTH_MAX}.
     * Records that are nested deeper are never written now, but an earlier version of this library
     * wrote some. Raise the value to load and scan these before they are repaired or deleted.
     * Reading needs about a kilobyte of the thread's stack for each level, and fails with
     * RECORD_TOO_DEEP when the stack does not suffice.
     *
     * @throws IllegalArgumentException when it is not {@link MessageNesting#DEPTH_MAX} to 100,000
     */
    public Builder nestingReadMax(int levels) {
      if (levels < MessageNesting.DEPTH_MAX || levels > NESTING_READ_LIMIT) {
        throw new IllegalArgumentException(
            "nestingReadMax is "
                + levels
                + ", expected "
                + MessageNesting.DEPTH_MAX
                + " to "
                + NESTING_READ_LIMIT);
      }
      nestingReadMax = levels;
      return this;
    }

    public SerializerOptions build() {
      return new SerializerOptions(this);
    }

    private static void requireOwn(String what, int id, int least) {
      if (id < least) {
        throw new IllegalArgumentException(
            what + " has the id " + id + ", the least id that an application may use is " + least);
      }
    }

    private static <T> void requireFree(String what, SortedMap<Integer, T> taken, int id, T added) {
      T other = taken.putIfAbsent(id, added);
      if (other != null && other != added) {
        throw new IllegalArgumentException("two " + what + "s have the id " + id);
      }
    }
  }
}
