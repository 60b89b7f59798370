package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A record that was read.
 *
 * @param head what was stored about it
 * @param message the message, with the fields its type does not know
 * @param keyId the encryption key it is stored under; empty when it is not encrypted
 * @param current whether the serializer that read it would still write it under the same key, with
 *     the same encoding and compression; see {@link RecordSerializer#isCurrent}
 * @param cutAt the first field that was left out since it is nested too deep, for people; empty
 *     when the message is whole, as it always is but for {@link RecordSerializer#readCut}
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
