package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;

/**
 * The kinds of extrema ever that are kept for each group. The stored bytes have the order of the
 * values: numbers are big-endian with the sign bit flipped, so that negative ones come first;
 * tuples are packed.
 */
enum Ever {
  MIN_LONG(Index.MIN_EVER_LONG, MutationType.BYTE_MIN, true),
  MAX_LONG(Index.MAX_EVER_LONG, MutationType.BYTE_MAX, true),
  MIN_TUPLE(Index.MIN_EVER_TUPLE, MutationType.BYTE_MIN, false),
  MAX_TUPLE(Index.MAX_EVER_TUPLE, MutationType.BYTE_MAX, false);

  private final String typeName;
  private final MutationType mutation;
  private final boolean number;

  Ever(String typeName, MutationType mutation, boolean number) {
    this.typeName = typeName;
    this.mutation = mutation;
    this.number = number;
  }

  String typeName() {
    return typeName;
  }

  MutationType mutation() {
    return mutation;
  }

  void validate(BoundIndex index) {
    if (number) {
      GroupRules.requireOneGrouped(index);
      GroupRules.requireWholeNumber(index);
    } else {
      GroupRules.requireGrouped(index);
    }
  }

  /** The bytes to store for a row of a record. */
  byte[] encode(GroupColumns columns, GroupColumns.Row row, IndexedRecord record) {
    return number
        ? ByteBuffer.allocate(Long.BYTES)
            .putLong(columns.number(row, record) ^ Long.MIN_VALUE)
            .array()
        : row.grouped().pack();
  }

  /** Decodes stored bytes. */
  Tuple decode(GroupColumns columns, byte[] bytes, String where) {
    if (!number) {
      return PackedTuples.unpack(bytes, 0)
          .filter(tuple -> tuple.size() == columns.groupedCount())
          .orElseThrow(
              () ->
                  columns.damaged(
                      "a value of "
                          + bytes.length
                          + " bytes, expected a tuple of "
                          + columns.groupedCount(),
                      where));
    }
    if (bytes.length != Long.BYTES) {
      throw columns.damaged("a value of " + bytes.length + " bytes, expected " + Long.BYTES, where);
    }
    return Tuple.from(ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE);
  }

  /** Whether the first of two compared values is the one to keep. */
  boolean keepsFirst(int comparison) {
    return mutation == MutationType.BYTE_MIN ? comparison <= 0 : comparison >= 0;
  }
}
