package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a bitmap index. A row maps (group, offset) to the bits of the positions from the
 * offset on. The first position is the lowest bit of the first byte. Offsets are multiples of the
 * size.
 *
 * @param size the number of positions in a row, a multiple of 8
 */
record BitmapRows(GroupColumns columns, int size) {
  private static final int SIZE_DEFAULT = 10_000;
  private static final int SIZE_MAX = 800_000;

  static BitmapRows of(BoundIndex index) {
    int size =
        GroupRules.number(index, Index.BITMAP_ENTRY_SIZE, Byte.SIZE, SIZE_MAX).orElse(SIZE_DEFAULT);
    if (size % Byte.SIZE != 0) {
      throw GroupRules.wrong(
          index,
          "has the option "
              + Index.BITMAP_ENTRY_SIZE
              + " = "
              + size
              + ", expected a multiple of "
              + Byte.SIZE);
    }
    return new BitmapRows(GroupColumns.of(index), size);
  }

  /** The number of bytes of a row. */
  int bytes() {
    return size / Byte.SIZE;
  }

  /** Group and position of each bit of a record. */
  NavigableSet<Tuple> positions(@Nullable IndexedRecord record) {
    NavigableSet<Tuple> positions = new TreeSet<>();
    if (record != null) {
      for (GroupColumns.Row row : columns.rows(record)) {
        long position = columns.number(row, record);
        var unused = offset(position);
        positions.add(row.group().add(position));
      }
    }
    return positions;
  }

  /** Two records at one position of their group. */
  record Shared(Tuple position, IndexedRecord one, IndexedRecord other) {}

  /** Each record whose position an earlier record of the list has too. */
  List<Shared> shared(List<IndexedRecord> records) {
    List<Shared> found = new ArrayList<>();
    NavigableMap<Tuple, IndexedRecord> seen = new TreeMap<>();
    for (IndexedRecord record : records) {
      for (Tuple position : positions(record)) {
        IndexedRecord before = seen.putIfAbsent(position, record);
        if (before != null) {
          found.add(new Shared(position, before, record));
        }
      }
    }
    return found;
  }

  /** The offset of the row that a position is in. */
  long offset(long position) {
    long offset = position - bit(position);
    if (offset > position) {
      throw new RecordLayerException(
          RecordLayerException.Code.KEY_NOT_COMPUTABLE,
          "position "
              + position
              + " of index "
              + columns.index().name()
              + " is too near to the least number for rows of "
              + size);
    }
    return offset;
  }

  /** The bit of a position within its row. */
  int bit(long position) {
    return (int) Math.floorMod(position, (long) size);
  }

  byte[] key(IndexKeys keys, Tuple group, long offset) {
    return keys.key(group.add(offset));
  }

  /**
   * The key on which two transactions conflict when both set a position. Its prefix is the key of
   * the row, and it is never written.
   */
  byte[] claim(IndexKeys keys, Tuple group, long position) {
    return keys.key(group.add(offset(position)).add(bit(position)));
  }

  /** Refuses a value that is not a row of this size. */
  byte[] require(byte[] value, String where) {
    if (value.length != bytes()) {
      throw columns.damaged("a row of " + value.length + " bytes, expected " + bytes(), where);
    }
    return value;
  }

  /** The offset that a row's key ends with. */
  long offsetOf(Tuple key, String where) {
    int last = columns.groupCount();
    if (key.size() == last + 1 && key.get(last) instanceof Long offset && bit(offset) == 0) {
      return offset;
    }
    throw columns.damaged(
        "the key " + key + ", expected " + last + " columns and a multiple of " + size, where);
  }
}
