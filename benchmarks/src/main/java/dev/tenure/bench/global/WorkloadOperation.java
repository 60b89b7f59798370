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
 * @param keys of a create or update all new alternate keys, of a read or delete the one to look up;
 *     empty in a workload without alternate keys
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

    /** As it stands in tables. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Content content() {
    return new Content(Set.copyOf(keys), value);
  }

  /** What an update makes of a record. */
  Content changed(DataRecord pdr) {
    return keepsKeys ? new Content(pdr.keys(), value) : content();
  }

  /** The alternate key of a read or delete; empty when it goes by primary key. */
  Optional<SecondaryKey> lookedUp() {
    return keys.stream().findFirst();
  }
}
