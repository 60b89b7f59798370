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
 * The position of a client in a feed: the incarnation and version of the last change that the
 * client got. The client keeps it as opaque bytes. A token stays valid when the store is moved, and
 * does not expire with time. Immutable.
 */
public final class SyncToken implements Comparable<SyncToken> {
  /** The position before the first change, for a client that has no records yet. */
  public static final SyncToken START = new SyncToken(0, null);

  /** The maximum size of a token in bytes; most tokens have 28. */
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
   * Decodes the bytes of {@link #toBytes}.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when they are not a token, FORMAT_UNKNOWN
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

  /** Encodes this token for {@link #fromBytes}. */
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

  /** Whether this is {@link #START}. */
  public boolean isStart() {
    return position == null;
  }

  /** The incarnation of the store at the last change. */
  public OptionalInt incarnation() {
    return position == null || !position.hasVersion()
        ? OptionalInt.empty()
        : OptionalInt.of(position.incarnation());
  }

  /**
   * The version of the last change; empty when that record has no version. Records without a
   * version are first in a feed.
   */
  public Optional<Versionstamp> version() {
    return position == null
        ? Optional.empty()
        : Optional.ofNullable((Versionstamp) position.columns().get(1));
  }

  Optional<FeedPosition> position() {
    return Optional.ofNullable(position);
  }

  /** Requires that the token belongs to the feed with this fingerprint, or to no feed. */
  void requireOf(long expected, String description) {
    if (position != null && feed != expected) {
      throw refused("is of another feed than " + description, Code.CONTINUATION_REFUSED);
    }
  }

  /**
   * Compares the positions of two tokens of one feed.
   *
   * @throws IllegalArgumentException when they belong to different feeds
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
