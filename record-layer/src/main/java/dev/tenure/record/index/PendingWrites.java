package dev.tenure.record.index;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The index writes of one store that a transaction delays until its commit: counter changes, which
 * are summed up, and keys and values with the commit's versionstamp, which the transaction cannot
 * read afterwards. Safe for use by many threads.
 */
public final class PendingWrites {
  private final PendingCounts counts = new PendingCounts();
  private final NavigableMap<byte[], byte[]> versionedKeys = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], byte[]> versionedValues =
      new TreeMap<>(Arrays::compareUnsigned);
  private boolean structuresUpdated;

  /** The changes of counters. */
  public PendingCounts counts() {
    return counts;
  }

  synchronized void setVersionedKey(byte[] template, byte[] value) {
    versionedKeys.put(template, value);
  }

  synchronized void clearVersionedKey(byte[] template) {
    versionedKeys.remove(template);
  }

  /**
   * Sets a value with the commit's version. If a key is set twice, the greater value stays, since
   * both get the version of the same commit.
   */
  synchronized void setVersionedValue(byte[] key, byte[] template) {
    versionedValues.merge(
        key, template, (old, other) -> Arrays.compareUnsigned(old, other) < 0 ? other : old);
  }

  synchronized void structureUpdated() {
    structuresUpdated = true;
  }

  /** Whether this transaction has updated the second structure of any index. */
  public synchronized boolean hasUpdatedStructures() {
    return structuresUpdated;
  }

  /** Makes all delayed writes in the order of keys, and then drops them. */
  public synchronized void flush(RecordContext context) {
    counts.flush(context);
    versionedKeys.forEach(
        (template, value) -> context.mutate(MutationType.SET_VERSIONSTAMPED_KEY, template, value));
    versionedValues.forEach(
        (key, template) -> context.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key, template));
    versionedKeys.clear();
    versionedValues.clear();
  }

  /** Drops the delayed writes to a range. */
  public synchronized void discard(Range range) {
    counts.discard(range);
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      versionedKeys.subMap(range.begin, range.end).clear();
      versionedValues.subMap(range.begin, range.end).clear();
    }
  }
}
