package dev.tenure.bench.global;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Content;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One operation of the workload.
 *
 * @param keys the new alternate keys of a create or update, or the key that a read or delete looks
 *     up; empty in a workload without alternate keys
 * @param keepsKeys whether an update leaves the alternate keys as they are
 */
record WorkloadOperation(
    Kind kind, PrimaryKey pk, List<SecondaryKey> keys, boolean keepsKeys, ByteString value) {

  /** The four operations, equally likely. */
  enum Kind {
    CREATE,
    READ,
    UPDATE,
    DELETE;

    /** The name in tables. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Content content() {
    return new Content(Set.copyOf(keys), value);
  }

  /** The content that an update gives a record. */
  Content changed(DataRecord pdr) {
    return keepsKeys ? new Content(pdr.keys(), value) : content();
  }

  /** The alternate key that a read or delete looks up; empty when it uses the primary key. */
  Optional<SecondaryKey> lookedUp() {
    return keys.stream().findFirst();
  }
}
