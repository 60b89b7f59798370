package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Message;
import dev.tenure.record.serialize.PrototypeLookup;
import dev.tenure.record.serialize.RecordSerializer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Records from the bytes of their rows, as docs/formats/record-layer.md describes them. */
final class RecordRows {
  /** The number of the only row of a record, and of its version slot. */
  static final long WHOLE = 0;

  static final long VERSION_SLOT = -1;

  private static final int STAMP_OFFSET = 1;
  private static final RecordSerializer SERIALIZER = RecordSerializer.plain();

  /** Matters for encrypted records alone. */
  private static final byte[] ANY_KEY = {};

  private RecordRows() {}

  /**
   * The record in a row that holds the whole of it; null when the row is absent.
   *
   * @param prototype of the record's type
   */
  static <M extends Message> @Nullable M whole(M prototype, byte @Nullable [] value) {
    if (value == null) {
      return null;
    }
    Message message =
        SERIALIZER
            .read(value, PrototypeLookup.only(prototype), ANY_KEY, () -> "a row of the simulation")
            .message();
    @SuppressWarnings("unchecked")
    M record = (M) message;
    return record;
  }

  /** The version in a version slot. */
  static Versionstamp version(byte[] slot) {
    return Versionstamp.fromBytes(
        Arrays.copyOfRange(slot, STAMP_OFFSET, STAMP_OFFSET + Versionstamp.LENGTH));
  }
}
