package dev.tenure.record.global.upkeep;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;

/**
 * The position from which a walk continues. Its bytes can be kept outside of the process. It
 * belongs to one kind of walk over one layout of one deployment.
 *
 * @param unit the number of the shard
 * @param after the key of the last visited record; empty at the beginning of the shard
 */
public record WalkPosition(String kind, String layout, int unit, Tuple after) {
  private static final long FORMAT = 1;
  private static final int COLUMNS = 5;

  /**
   * Decodes the bytes of {@link #toBytes}.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are not a position
   */
  public static WalkPosition fromBytes(byte[] bytes) {
    return PackedTuples.unpack(bytes, 0)
        .filter(
            found ->
                found.size() == COLUMNS
                    && found.get(0) instanceof Long format
                    && format == FORMAT
                    && found.get(1) instanceof String
                    && found.get(2) instanceof String
                    && found.get(3) instanceof Long unit
                    && unit >= 0
                    && unit <= Integer.MAX_VALUE
                    && found.get(4) instanceof Iterable<?> after
                    && Tuple.fromItems(after).stream().allMatch(String.class::isInstance))
        .map(
            found ->
                new WalkPosition(
                    found.getString(1),
                    found.getString(2),
                    (int) found.getLong(3),
                    found.getNestedTuple(4)))
        .orElseThrow(() -> refused("is not of format " + FORMAT));
  }

  public byte[] toBytes() {
    return Tuple.from(FORMAT, kind, layout, unit, after).pack();
  }

  /**
   * Checks that a walk may continue from this position.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED
   */
  void require(String expectedKind, String expectedLayout, int units) {
    if (!kind.equals(expectedKind)) {
      throw refused("is of a run of kind " + kind + ", expected " + expectedKind);
    }
    if (!layout.equals(expectedLayout) || unit >= units) {
      throw refused("is of the shards " + layout + ", expected " + expectedLayout);
    }
  }

  static RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "the position " + what);
  }
}
