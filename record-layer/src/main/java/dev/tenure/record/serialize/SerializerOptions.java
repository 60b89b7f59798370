package dev.tenure.record.serialize;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which links a {@link RecordSerializer} has. Immutable.
 *
 * <p>Options say how records are written; what older options wrote stays readable as long as the
 * encodings, compressions and keys it was written with are known: protobuf and zstd always are.
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
     * Writes with this encoding and reads it.
     *
     * @throws IllegalArgumentException when its number is this library's or another's
     */
    public Builder encoding(RecordEncoding newEncoding) {
      readableEncoding(newEncoding);
      encoding = newEncoding;
      return this;
    }

    /** Reads this encoding; throws as {@link #encoding}. */
    public Builder readableEncoding(RecordEncoding readable) {
      if (!(readable instanceof ProtobufEncoding)) {
        requireOwn("encoding", readable.id(), RecordEncoding.OWN_ID_MIN);
        requireFree("encoding", encodings, readable.id(), readable);
      }
      return this;
    }

    /**
     * Compresses messages, and stores those compressed that are smaller for it.
     *
     * @param fromBytes messages of fewer bytes are not tried; 0 tries all
     * @throws IllegalArgumentException for negative bytes, or when its number is this library's or
     *     another's
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

    /** Reads this compression; throws as {@link #compression}. */
    public Builder readableCompression(RecordCompression readable) {
      if (!(readable instanceof ZstdCompression)) {
        requireOwn("compression", readable.id(), RecordCompression.OWN_ID_MIN);
        requireFree("compression", compressions, readable.id(), readable);
      }
      return this;
    }

    /**
     * Encrypts with the current key and reads what any of the keys encrypted. Records that are not
     * encrypted are refused: whoever can write to the database could otherwise put one there. How
     * long a compressed record is tells something about its content, encrypted or not: where the
     * same record holds both a secret and text of a stranger's, do not compress.
     */
    public Builder encryption(EncryptionKeys newKeys) {
      keys = newKeys;
      return this;
    }

    /** Reads records that are not encrypted too: for a store that is only now being encrypted. */
    public Builder unencryptedAccepted() {
      unencryptedAccepted = true;
      return this;
    }

    /**
     * From more bytes than these on, a record states its length, so that a missing end is named as
     * such. FoundationDB's limit of a value, 100,000, when not given.
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
     * How deep messages may be nested in a stored record that is read; {@link
     * MessageNesting#DEPTH_MAX} when not given. None deeper than that is written; an earlier
     * version of this library wrote some. Raise it to load and scan those before they are repaired
     * or deleted. Reading takes about a kilobyte of the thread's stack for each level, and says
     * RECORD_TOO_DEEP when that does not suffice.
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
            what + " has the id " + id + ", the least for one's own is " + least);
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
