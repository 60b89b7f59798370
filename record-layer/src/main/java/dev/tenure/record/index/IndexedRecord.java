package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.RecordFacts;
import dev.tenure.record.key.RecordVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record as the input of indexes.
 *
 * @param primaryKey the primary key without the record type key
 * @param facts the values that are stored beside the message
 * @param cutAt the first field that the message lacks because it is nested deeper than can be read,
 *     as text for people. Key expressions never reach such a field. Empty when the message is whole
 */
public record IndexedRecord(
    BoundType type, Tuple primaryKey, Message message, RecordFacts facts, Optional<String> cutAt) {

  /** A record whose message is whole, with a version as the only value beside it. */
  public IndexedRecord(
      BoundType type, Tuple primaryKey, Message message, @Nullable RecordVersion version) {
    this(type, primaryKey, message, RecordFacts.of(version), Optional.empty());
  }

  /**
   * The version of the commit that last saved the record, incomplete within that transaction; null
   * when the type keeps no versions.
   */
  public @Nullable RecordVersion version() {
    return facts.version();
  }
}
