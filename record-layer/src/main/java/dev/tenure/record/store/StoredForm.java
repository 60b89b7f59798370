package dev.tenure.record.store;

import dev.tenure.record.serialize.RecordHead;
import java.util.Optional;

/**
 * How a record is stored.
 *
 * @param head the fields stored before the message, such as schema version and times
 * @param sizeBytes the length of the stored values, including the envelope
 * @param keyCount the number of keys that the record is split over, at least 1
 * @param current whether a save would use the encryption key, encoding and compression that the
 *     record is stored with
 * @param cutAt the first field that was left out because it is nested too deep; empty in each
 *     record that a caller gets
 */
public record StoredForm(
    RecordHead head, int sizeBytes, int keyCount, boolean current, Optional<String> cutAt) {

  /** The form of a record whose message is whole. */
  public StoredForm(RecordHead head, int sizeBytes, int keyCount, boolean current) {
    this(head, sizeBytes, keyCount, current, Optional.empty());
  }
}
