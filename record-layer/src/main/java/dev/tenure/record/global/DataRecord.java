package dev.tenure.record.global;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A data record, the source of truth: the paper's [pk, g, v, aks, val].
 *
 * @param keys the secondary keys that the record owns (aks), in order
 * @param unindexed the {@code keys} that have no index record, because their index shard was down
 *     when the record was written; empty unless such writes are allowed
 * @param value what the application stores (val)
 */
public record DataRecord(
    PrimaryKey key,
    Version version,
    Set<SecondaryKey> keys,
    Set<SecondaryKey> unindexed,
    ByteString value)
    implements Versioned<PrimaryKey> {
  public DataRecord {
    keys = Collections.unmodifiableSet(new TreeSet<>(keys));
    unindexed = Collections.unmodifiableSet(new TreeSet<>(unindexed));
    if (!keys.containsAll(unindexed)) {
      throw new IllegalArgumentException("the record " + key + " does not own a key it marks");
    }
  }

  /**
   * The dummy that a create inserts in its first phase. It has no keys and no value, and reads
   * treat it as absent.
   */
  public static DataRecord dummy(PrimaryKey key, Version version) {
    return new DataRecord(key, version, Set.of(), Set.of(), ByteString.EMPTY);
  }

  /** A record that the library itself uses. It has no keys. */
  public static DataRecord reserved(PrimaryKey key, Version version, ByteString value) {
    return new DataRecord(key, version, Set.of(), Set.of(), value);
  }

  /**
   * The same record with other keys marked as unindexed, for a write that makes their index
   * records.
   */
  public DataRecord withUnindexed(Set<SecondaryKey> marked) {
    return new DataRecord(key, version, keys, marked, value);
  }

  /** Whether a create that is under way or has failed inserted this record. */
  public boolean isDummy() {
    return version.count() == 0;
  }

  public boolean owns(SecondaryKey secondary) {
    return keys.contains(secondary);
  }

  public DataRecord withVersion(Version newVersion) {
    return new DataRecord(key, newVersion, keys, unindexed, value);
  }
}
