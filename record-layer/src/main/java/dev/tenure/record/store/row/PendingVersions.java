package dev.tenure.record.store.row;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.tuple.StampedBytes;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions that records of one store get with the commit of this transaction. They are written
 * just before the commit, since FoundationDB does not let a transaction read the versionstamped
 * values that it has written. Safe for use by many threads.
 */
public final class PendingVersions {
  private final RecordContext context;
  private final NavigableMap<byte[], RecordVersion> versions =
      new TreeMap<>(Arrays::compareUnsigned);

  public PendingVersions(RecordContext context) {
    this.context = context;
  }

  /**
   * The version that a record gets.
   *
   * @param record the prefix of all keys of the record
   */
  public synchronized @Nullable RecordVersion get(byte[] record) {
    return versions.get(record);
  }

  public synchronized void put(byte[] record, RecordVersion incomplete) {
    versions.put(record, incomplete);
  }

  public synchronized void remove(byte[] record) {
    versions.remove(record);
  }

  public synchronized void discard(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      versions.subMap(range.begin, range.end).clear();
    }
  }

  public synchronized void flush() {
    versions.forEach(
        (record, version) ->
            context.mutate(
                MutationType.SET_VERSIONSTAMPED_VALUE,
                StoreKeys.part(record, StoreKeys.VERSION_SLOT),
                StampedBytes.operand(VersionSlot.encode(version), VersionSlot.STAMP_OFFSET)));
    versions.clear();
  }
}
