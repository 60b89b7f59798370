package dev.tenure.record.database;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;

/**
 * The first two elements of a commit marker's key: the process, and the kind of entry.
 *
 * @param part the kind of entry: 0 heartbeat, 1 note, 2 fence
 */
record CommitMarkerKey(String process, long part) {

  /**
   * Decodes the bytes of a key.
   *
   * @throws RecordLayerException DAMAGED when they are not the key of a commit marker
   */
  static CommitMarkerKey of(byte[] key, Subspace markers) {
    return PackedTuples.unpack(key, markers.getKey().length)
        .filter(CommitMarkerKey::isOfMarkers)
        .map(elements -> new CommitMarkerKey(elements.getString(0), elements.getLong(1)))
        .orElseThrow(
            () -> damaged(key, "another key than (process, 0) and (process, 1 or 2, marker)"));
  }

  private static boolean isOfMarkers(Tuple elements) {
    return elements.size() >= 2
        && elements.get(0) instanceof String
        && elements.get(1) instanceof Long;
  }

  static RecordLayerException damaged(byte[] key, String what) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "commit markers have " + what + " (key " + ByteArrayUtil.printable(key) + ")");
  }
}
