package dev.tenure.record.store;

import dev.tenure.record.serialize.RecordHead;

/**
 * How a record lies in the store.
 *
 * @param head what is stored beside the message
 * @param sizeBytes the stored values' length, the envelope included
 * @param keyCount over how many keys it lies, at least 1
 * @param current whether a save would store it under the same encryption key, encoding and
 *     compression as it is
 */
public record StoredForm(RecordHead head, int sizeBytes, int keyCount, boolean current) {}
