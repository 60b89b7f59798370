package dev.tenure.record.feed;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * How far a client has followed a feed: the incarnation and version of the last change it has got.
 * It is bytes to the client, fits the store wherever that moves, and never expires by itself.
 * Immutable.
 */
public final class SyncToken implements Comparable<SyncToken> {
  /** Before the first change: of a client that has nothing. */
  public static final SyncToken START = new SyncToken(0, null);

  /** How many bytes a token has at most; most have 28. */
  public static final int BYTES_MAX = 10_100;

  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + Long.BYTES;
  private static final int CHECKSUM_BYTES = 4;

  private final long feed;
  private final @Nullable FeedPosition position;

  private SyncToken(long feed, @Nullable FeedPosition position) {
    this.feed = feed;
    this.position = position;
  }

  static SyncToken at(long feed, FeedPosition position) {
    return new SyncToken(feed, position);
  }

  /**
   * The token of these bytes.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when they are none, FORMAT_UNKNOWN
   */
  public static SyncToken fromBytes(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > BYTES_MAX) {
      throw refused(
          "has " + bytes.length + " bytes, expected 1 to " + BYTES_MAX, Code.CONTINUATION_REFUSED);
    }
    if (bytes[0] != FORMAT) {
      throw refused("has format " + bytes[0] + ", known is " + FORMAT, Code.FORMAT_UNKNOWN);
    }
    int body = bytes.length - CHECKSUM_BYTES;
    boolean whole =
        body >= HEAD_BYTES && checksum(bytes, body) == ByteBuffer.wrap(bytes).getInt(body);
    if (!whole) {
      throw refused("has a wrong length or checksum", Code.CONTINUATION_REFUSED);
    }
    long feed = ByteBuffer.wrap(bytes).getLong(1);
    if (body == HEAD_BYTES && feed == START.feed) {
      return START;
    }
    byte[] packed = new byte[body - HEAD_BYTES];
    System.arraycopy(bytes, HEAD_BYTES, packed, 0, packed.length);
    return PackedTuples.unpack(packed, 0)
        .flatMap(FeedPosition::of)
        .map(position -> new SyncToken(feed, position))
        .orElseThrow(() -> refused("holds no place in a feed", Code.CONTINUATION_REFUSED));
  }

  /** The bytes for {@link #fromBytes}. */
  public byte[] toBytes() {
    byte[] packed = position == null ? new byte[0] : position.columns().pack();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEAD_BYTES + packed.length + CHECKSUM_BYTES)
            .put(FORMAT)
            .putLong(feed)
            .put(packed);
    return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static RecordLayerException refused(String what, Code code) {
    return new RecordLayerException(code, "sync token " + what);
  }

  /** Whether the client has got nothing yet. */
  public boolean isStart() {
    return position == null;
  }

  /** How often the store's data had come from another cluster by the last change. */
  public OptionalInt incarnation() {
    return position == null || !position.hasVersion()
        ? OptionalInt.empty()
        : OptionalInt.of(position.incarnation());
  }

  /** The version of the last change; none among records that have none, which come first. */
  public Optional<Versionstamp> version() {
    return position == null
        ? Optional.empty()
        : Optional.ofNullable((Versionstamp) position.columns().get(1));
  }

  Optional<FeedPosition> position() {
    return Optional.ofNullable(position);
  }

  /** Fails unless the token is of a feed, or of none. */
  void requireOf(long expected, String description) {
    if (position != null && feed != expected) {
      throw refused("is of another feed than " + description, Code.CONTINUATION_REFUSED);
    }
  }

  /**
   * Which token is behind.
   *
   * @throws IllegalArgumentException when they are of different feeds
   */
  @Override
  public int compareTo(SyncToken other) {
    if (position == null || other.position == null) {
      return Boolean.compare(position != null, other.position != null);
    }
    if (feed != other.feed) {
      throw new IllegalArgumentException(this + " and " + other + " are of different feeds");
    }
    return position.compareTo(other.position);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SyncToken that && feed == that.feed && columns().equals(that.columns());
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(feed) + columns().hashCode();
  }

  private Tuple columns() {
    return position == null ? new Tuple() : position.columns();
  }

  @Override
  public String toString() {
    return "SyncToken[" + (position == null ? "start" : position.columns()) + "]";
  }
}
