package dev.tenure.record.store;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Instant;
import java.util.Optional;

/**
 * Encodes and decodes the heartbeat of a builder: a format byte, and then a tuple of time and name.
 */
final class StoredHeartbeat {
  private static final byte FORMAT = 1;

  private StoredHeartbeat() {}

  static byte[] encode(BuilderHeartbeat heartbeat) {
    byte[] tuple = Tuple.from(heartbeat.at().toEpochMilli(), heartbeat.name()).pack();
    byte[] value = new byte[tuple.length + 1];
    value[0] = FORMAT;
    System.arraycopy(tuple, 0, value, 1, tuple.length);
    return value;
  }

  /**
   * Decodes the heartbeat in a row.
   *
   * @param from the offset in the key at which the builder's id begins
   * @throws dev.tenure.record.error.RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  static BuilderHeartbeat decode(KeyValue row, int from, String where) {
    byte[] value = row.getValue();
    StoredPlace place = new StoredPlace("heartbeat", where);
    if (value.length == 0 || value[0] != FORMAT) {
      String format = value.length == 0 ? "none" : Byte.toString(value[0]);
      throw place.unknown("has format " + format + ", known is " + FORMAT);
    }
    Optional<Tuple> key = PackedTuples.unpack(row.getKey(), from);
    return key.flatMap(name -> PackedTuples.unpack(value, 1).flatMap(tuple -> decode(name, tuple)))
        .orElseThrow(() -> place.damaged("is no tuple of a time and a name"));
  }

  private static Optional<BuilderHeartbeat> decode(Tuple key, Tuple value) {
    if (key.size() == 1
        && value.size() == 2
        && key.get(0) instanceof String builder
        && value.get(0) instanceof Long millis
        && value.get(1) instanceof String name
        && BuilderHeartbeat.isShort(builder)
        && BuilderHeartbeat.isShort(name)) {
      return Optional.of(new BuilderHeartbeat(builder, name, Instant.ofEpochMilli(millis)));
    }
    return Optional.empty();
  }
}
