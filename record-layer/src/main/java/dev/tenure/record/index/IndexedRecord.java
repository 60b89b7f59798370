package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.RecordVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record as the input of indexes.
 *
 * @param primaryKey the primary key without the record type key
 * @param version the version of the commit that last saved the record; incomplete in the
 *     transaction that saves it; null when the type keeps no versions
 * @param cutAt the first field that is left out because it is nested too deep to be parsed, as text
 *     for people; empty when the message is complete. Key expressions cannot name such a field
 */
public record IndexedRecord(
    BoundType type,
    Tuple primaryKey,
    Message message,
    @Nullable RecordVersion version,
    Optional<String> cutAt) {

  /** A record whose message is complete. */
  public IndexedRecord(
      BoundType type, Tuple primaryKey, Message message, @Nullable RecordVersion version) {
    this(type, primaryKey, message, version, Optional.empty());
  }
}
