package dev.tenure.record.index.aggregate;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Checks extrema ever, which outlive their records: no record may be beyond the extremum of its
 * group.
 */
record EverAudit(GroupColumns columns, Ever ever) implements GroupAudit {

  @Override
  public void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows) {
    for (GroupColumns.Row row : columns.rows(record)) {
      rows.merge(
          keys.key(row.group()),
          ever.encode(columns, row, record),
          (left, right) -> keeps(left, right) ? left : right);
    }
  }

  private boolean keeps(byte[] first, byte[] second) {
    return ever.keepsFirst(Arrays.compareUnsigned(first, second));
  }

  @Override
  public boolean accepts(Optional<byte[]> found, Optional<byte[]> expected) {
    if (found.isEmpty()) {
      return expected.isEmpty();
    }
    return isReadable(found.get()) && expected.map(value -> keeps(found.get(), value)).orElse(true);
  }

  @Override
  public boolean isMonotone() {
    return true;
  }

  @Override
  public boolean isReadable(byte[] value) {
    try {
      ever.decode(columns, value, "");
      return true;
    } catch (RecordLayerException e) {
      return false;
    }
  }

  @Override
  public String describe(byte[] value) {
    return isReadable(value)
        ? ever.decode(columns, value, "").toString()
        : IndexAudit.describe(value);
  }
}
