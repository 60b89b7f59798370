package dev.tenure.record.scrub;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The position at which a further scrub continues. Its bytes can be kept outside of the process. It
 * is valid only for the same index of the same store with an unchanged definition. Immutable.
 */
public final class ScrubPosition {
  private static final long FORMAT = 1;
  private static final int COLUMNS = 4;
  private static final byte[] BEGIN = {};

  /** The beginning of an index. */
  public static final ScrubPosition START = new ScrubPosition(0, 0, BEGIN);

  private final long fingerprint;
  private final int stage;
  private final byte[] place;

  private ScrubPosition(long fingerprint, int stage, byte[] place) {
    this.fingerprint = fingerprint;
    this.stage = stage;
    this.place = place;
  }

  static ScrubPosition of(OpenIndex index, int stage, byte[] place) {
    return new ScrubPosition(fingerprint(index), stage, place);
  }

  /**
   * A fingerprint of the index: its place in the database, and the metadata version in which it was
   * last defined.
   */
  private static long fingerprint(OpenIndex index) {
    long place = Arrays.hashCode(index.keys().prefix());
    return (place << Integer.SIZE) ^ index.bound().index().lastModifiedVersion();
  }

  /**
   * Decodes the bytes of {@link #toBytes()}.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are not a position
   */
  public static ScrubPosition fromBytes(byte[] bytes) {
    Tuple tuple =
        PackedTuples.unpack(bytes, 0)
            .filter(
                found ->
                    found.size() == COLUMNS
                        && found.get(0) instanceof Long format
                        && format == FORMAT
                        && found.get(1) instanceof Long
                        && found.get(2) instanceof Long stage
                        && stage >= 0
                        && stage <= Integer.MAX_VALUE
                        && found.get(3) instanceof byte[])
            .orElseThrow(() -> refused("is not a position of format " + FORMAT));
    return new ScrubPosition(tuple.getLong(1), (int) tuple.getLong(2), tuple.getBytes(3));
  }

  /** Encodes this position. */
  public byte[] toBytes() {
    return Tuple.from(FORMAT, fingerprint, stage, place).pack();
  }

  /**
   * Checks that the position belongs to this index.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED
   */
  void require(OpenIndex index, int stages) {
    if (!isStart() && (fingerprint != fingerprint(index) || stage >= stages)) {
      throw refused("is of another index, or of " + index.bound().name() + " as it was before");
    }
  }

  static RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "position of a scrub " + what);
  }

  boolean isStart() {
    return fingerprint == 0 && stage == 0 && place.length == 0;
  }

  int stage() {
    return stage;
  }

  /** The position within the stage; empty at the beginning of the stage. */
  Optional<byte[]> place() {
    return place.length == 0 ? Optional.empty() : Optional.of(place);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScrubPosition that
        && fingerprint == that.fingerprint
        && stage == that.stage
        && Arrays.equals(place, that.place);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(fingerprint) + stage) + Arrays.hashCode(place);
  }

  @Override
  public String toString() {
    return isStart() ? "START" : "stage " + stage + ", " + place.length + " bytes";
  }
}
