package dev.tenure.record.store;

import dev.tenure.record.serialize.RecordHead;
import java.util.Optional;

/**
 * The stored form of a record.
 *
 * @param head the values that are stored beside the message
 * @param sizeBytes the stored values' length, the envelope included
 * @param keyCount the number of its keys, at least 1
 * @param storedBytes the bytes of its keys, without those of the store's subspace, and of its
 *     values, the version slot's included
 * @param current whether a save would store it under the same encryption key, encoding and
 *     compression as it is
 * @param cutAt the first field that was left out of the message since it is nested too deep; empty
 *     in every record that callers get
 */
public record StoredForm(
    RecordHead head,
    int sizeBytes,
    int keyCount,
    long storedBytes,
    boolean current,
    Optional<String> cutAt) {

  /** Whether another form is of the same bytes, as far as sizes and times tell. */
  boolean isStoredAs(StoredForm other) {
    return sizeBytes == other.sizeBytes
        && keyCount == other.keyCount
        && storedBytes == other.storedBytes
        && head.times().equals(other.head.times());
  }
}
