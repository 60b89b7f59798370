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
 * @param primaryKey without the record type key
 * @param facts what is stored beside its message
 * @param cutAt the first field that the message lacks since it is nested deeper than can be read,
 *     for people; key expressions reach no such field. Empty when the message is whole
 */
public record IndexedRecord(
    BoundType type, Tuple primaryKey, Message message, RecordFacts facts, Optional<String> cutAt) {

  /** A record whose message is whole, with a version and nothing else beside it. */
  public IndexedRecord(
      BoundType type, Tuple primaryKey, Message message, @Nullable RecordVersion version) {
    this(type, primaryKey, message, RecordFacts.of(version), Optional.empty());
  }

  /**
   * The version of the commit that last saved it, incomplete within that transaction; null when its
   * type keeps none.
   */
  public @Nullable RecordVersion version() {
    return facts.version();
  }
}
