package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Checks the latest version of each group, which outlives its record: no record of the group may
 * have a later one.
 */
record MaxVersionAudit(GroupColumns columns) implements GroupAudit {

  @Override
  public void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows) {
    RecordVersion version = record.version();
    if (version == null) {
      return;
    }
    for (GroupColumns.Row row : columns.rows(record)) {
      rows.merge(
          keys.key(row.group()),
          MaxVersionMaintainer.packed(version.stamp()),
          (left, right) -> Arrays.compareUnsigned(left, right) >= 0 ? left : right);
    }
  }

  @Override
  public boolean accepts(Optional<byte[]> found, Optional<byte[]> expected) {
    if (found.isEmpty()) {
      return expected.isEmpty();
    }
    return isReadable(found.get())
        && expected.map(value -> Arrays.compareUnsigned(found.get(), value) >= 0).orElse(true);
  }

  @Override
  public boolean isMonotone() {
    return true;
  }

  @Override
  public boolean isReadable(byte[] value) {
    return PackedTuples.unpack(value, 0)
        .filter(tuple -> tuple.size() == 1 && tuple.get(0) instanceof Versionstamp)
        .isPresent();
  }
}
