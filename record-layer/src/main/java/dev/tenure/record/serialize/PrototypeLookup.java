package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the message type of a stored record. */
@FunctionalInterface
public interface PrototypeLookup {
  /**
   * A message of the type, usually its default instance.
   *
   * @param typeKey the type key stored with the record; empty when there is none
   * @return empty when there is no such type; the record then fails with TYPE_UNKNOWN
   */
  Optional<Message> find(OptionalInt typeKey);

  /** A lookup that always finds the same type, for records whose key has the type. */
  static PrototypeLookup only(Message prototype) {
    Optional<Message> found = Optional.of(prototype);
    return typeKey -> found;
  }
}
