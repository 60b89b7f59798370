package dev.tenure.record.store;

import dev.tenure.record.serialize.RecordHead;
import java.util.Optional;

/**
 * The stored form of a record.
 *
 * @param head the values that are stored beside the message
 * @param sizeBytes the length of the stored values, including the envelope
 * @param keyCount the number of keys, at least 1
 * @param storedBytes the bytes of the keys, without the prefix of the store's subspace, and of the
 *     values, including the version slot
 * @param current whether a save would store the record with the same encryption key, encoding and
 *     compression
 * @param cutAt the first field that was left out of the message because it is nested too deep;
 *     empty in every record that callers get
 */
public record StoredForm(
    RecordHead head,
    int sizeBytes,
    int keyCount,
    long storedBytes,
    boolean current,
    Optional<String> cutAt) {

  /** Whether another form has the same bytes, judged by sizes and times. */
  boolean isStoredAs(StoredForm other) {
    return sizeBytes == other.sizeBytes
        && keyCount == other.keyCount
        && storedBytes == other.storedBytes
        && head.times().equals(other.head.times());
  }
}
