package dev.tenure.record.global.slot;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Version;
import java.util.Set;

/**
 * The dummies that a slot move stores: markers and copies. A client that does not know the slot
 * move treats both as dummies of a create. No client has an id below 1, so no record of a client
 * has these versions:
 *
 * <pre>
 * in the source  marker without a record  [(id, -1), 0]           the record begins at the target
 * in the source  marker of a copy         [(g, -2c - 1), 0], id   the record is the copy with (g, c)
 * in the target  copy                     [(g, -2c), 0]           hidden until its marker is stored
 * in the target  published copy           [(g, c), 1]             a live record
 * </pre>
 */
final class Markers {
  private Markers() {}

  static DataRecord marker(PrimaryKey key, long id) {
    return DataRecord.dummy(key, version(id));
  }

  private static Version version(long id) {
    return Version.first(new Generation(id, -1));
  }

  /** The marker that names a copy. */
  static DataRecord marker(DataRecord copy, long id) {
    Generation generation = copy.version().generation();
    return new DataRecord(
        copy.key(),
        Version.first(new Generation(generation.timestamp(), generation.client() - 1)),
        Set.of(),
        Set.of(),
        ByteString.copyFromUtf8(Long.toString(id)));
  }

  static boolean isMarker(DataRecord record, long id) {
    long client = record.version().generation().client();
    return record.isDummy()
        && (record.version().equals(version(id))
            || (client < -1
                && client % 2 != 0
                && record.value().toStringUtf8().equals(Long.toString(id))));
  }

  /** Whether the record is the copy that the marker names. */
  static boolean names(DataRecord marker, DataRecord record) {
    Generation named = marker.version().generation();
    Generation generation = record.version().generation();
    return isCopy(record)
        && generation.timestamp() == named.timestamp()
        && generation.client() == named.client() + 1;
  }

  /** A hidden copy of a record. The client id of the generation must be at least 1. */
  static DataRecord copy(DataRecord record, Generation generation) {
    return record.withVersion(
        Version.first(new Generation(generation.timestamp(), -2 * generation.client())));
  }

  static boolean isCopy(DataRecord record) {
    long client = record.version().generation().client();
    return record.isDummy() && client < -1 && client % 2 == 0;
  }

  static boolean isCopyOf(DataRecord copy, DataRecord record) {
    return isCopy(copy) && copy.withVersion(record.version()).equals(record);
  }

  static DataRecord published(DataRecord copy) {
    Generation generation = copy.version().generation();
    return copy.withVersion(
        new Version(new Generation(generation.timestamp(), generation.client() / -2), 1));
  }
}
