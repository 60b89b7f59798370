package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.util.Optional;
import java.util.OptionalInt;

/** Which message type a stored record is read as. */
@FunctionalInterface
public interface PrototypeLookup {
  /**
   * Any message of the type, usually its default instance.
   *
   * @param typeKey the type key stored with the record; empty when there is none
   * @return empty when there is no such type, which the reader of the record then reports
   */
  Optional<Message> find(OptionalInt typeKey);

  /** One type, whatever is stored: for records whose key tells the type. */
  static PrototypeLookup only(Message prototype) {
    Optional<Message> found = Optional.of(prototype);
    return typeKey -> found;
  }
}
