package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.tuple.TupleParts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Checks rows of bits: exactly the positions that records have are set. A missing row equals a row
 * without bits.
 */
record BitmapAudit(BitmapRows rows) implements IndexAudit.Totals {
  private static final int PRINTED_MAX = 10;

  @Override
  public void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> into) {
    for (GroupColumns.Row row : rows.columns().rows(record)) {
      long position = rows.columns().number(row, record);
      byte[] key = rows.key(keys, row.group(), rows.offset(position));
      byte[] bits = into.computeIfAbsent(key, absent -> new byte[rows.bytes()]);
      int bit = rows.bit(position);
      bits[bit / Byte.SIZE] |= (byte) (1 << (bit % Byte.SIZE));
    }
  }

  /** Each record whose position another record of its group has too. */
  @Override
  public List<IndexAudit.Finding> contradictions(IndexKeys keys, List<IndexedRecord> records) {
    return rows.shared(records).stream().map(shared -> finding(keys, shared)).toList();
  }

  private IndexAudit.Finding finding(IndexKeys keys, BitmapRows.Shared shared) {
    Tuple position = shared.position();
    int last = rows.columns().groupCount();
    Tuple group = TupleParts.range(position, 0, last);
    byte[] key = rows.key(keys, group, rows.offset(position.getLong(last)));
    return new IndexAudit.Finding(
        IndexAudit.Kind.SHARED_POSITION,
        ByteString.copyFrom(key),
        Optional.of(shared.other().primaryKey()),
        "the position " + position.getLong(last) + " of " + shared.one().primaryKey(),
        "a position of its own",
        false);
  }

  @Override
  public boolean accepts(Optional<byte[]> found, Optional<byte[]> expected) {
    byte[] none = new byte[rows.bytes()];
    return Arrays.equals(found.orElse(none), expected.orElse(none));
  }

  @Override
  public List<KeyColumn> groupColumns() {
    return rows.columns().group();
  }

  @Override
  public void requireKey(Tuple key) {
    try {
      rows.offsetOf(key, "");
    } catch (RecordLayerException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public boolean isReadable(byte[] value) {
    return value.length == rows.bytes();
  }

  /** The first bits that are set, as text. */
  @Override
  public String describe(byte[] value) {
    if (!isReadable(value)) {
      byte[] begin = Arrays.copyOf(value, Math.min(value.length, PRINTED_MAX));
      return value.length + " bytes " + ByteArrayUtil.printable(begin);
    }
    BitSet bits = BitSet.valueOf(value);
    List<Integer> first = bits.stream().limit(PRINTED_MAX).boxed().toList();
    return bits.cardinality() + " bits " + first;
  }
}
