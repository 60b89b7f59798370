package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A record that was read from stored bytes.
 *
 * @param head the fields stored before the message
 * @param message the message, including its unknown fields
 * @param keyId the number of the encryption key; empty when the record is not encrypted
 * @param current whether the serializer would write the record with the same key, encoding and
 *     compression; see {@link RecordSerializer#isCurrent}
 * @param cutAt the first field that was left out because it is nested too deep, as text for people;
 *     empty when the message is complete. Only {@link RecordSerializer#readCut} leaves fields out
 */
public record RecordContent(
    RecordHead head, Message message, OptionalInt keyId, boolean current, Optional<String> cutAt) {
  public RecordContent {
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(keyId, "keyId");
    Objects.requireNonNull(cutAt, "cutAt");
  }
}
