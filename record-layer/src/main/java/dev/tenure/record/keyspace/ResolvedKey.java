package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;

/**
 * The path of a key, and the rest of the key.
 *
 * @param path the longest path that the key lies below
 * @param remainder the bytes of the key after those of the path
 */
public record ResolvedKey(KeySpacePath path, ByteString remainder) {

  /**
   * The remainder as a tuple.
   *
   * @throws RecordLayerException DAMAGED when it is not a tuple, or is nested deeper than 65 levels
   */
  public Tuple remainderTuple() {
    byte[] bytes = remainder.toByteArray();
    return PackedTuples.unpack(bytes, 0)
        .orElseThrow(
            () ->
                new RecordLayerException(
                    RecordLayerException.Code.DAMAGED,
                    "key continues with "
                        + ByteArrayUtil.printable(bytes)
                        + " below "
                        + path
                        + ", expected a tuple"));
  }
}
