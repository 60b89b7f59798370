package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.RecordVersion;
import org.jspecify.annotations.Nullable;

/**
 * A record as indexes see it.
 *
 * @param primaryKey without the record type key
 * @param version of the commit that last saved it, incomplete within that transaction; null when
 *     its type keeps none
 */
public record IndexedRecord(
    BoundType type, Tuple primaryKey, Message message, @Nullable RecordVersion version) {}
