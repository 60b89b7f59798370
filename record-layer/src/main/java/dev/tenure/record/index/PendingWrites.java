package dev.tenure.record.index;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a transaction has yet to write to the indexes of one store, since it adds it up, or may not
 * read it again: changes of counts, and keys and values with the version of the commit. Safe for
 * use by many threads.
 */
public final class PendingWrites {
  private final PendingCounts counts = new PendingCounts();
  private final NavigableMap<byte[], byte[]> versionedKeys = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], byte[]> versionedValues =
      new TreeMap<>(Arrays::compareUnsigned);
  private boolean structuresUpdated;

  /** The changes of counts. */
  public PendingCounts counts() {
    return counts;
  }

  synchronized void setVersionedKey(byte[] template, byte[] value) {
    versionedKeys.put(template, value);
  }

  synchronized void clearVersionedKey(byte[] template) {
    versionedKeys.remove(template);
  }

  /** Of two values for a key the greater one stays: both get the stamp of one commit. */
  synchronized void setVersionedValue(byte[] key, byte[] template) {
    versionedValues.merge(
        key, template, (old, other) -> Arrays.compareUnsigned(old, other) < 0 ? other : old);
  }

  synchronized void structureUpdated() {
    structuresUpdated = true;
  }

  /** Whether this transaction has begun to update a second structure of any index. */
  public synchronized boolean hasUpdatedStructures() {
    return structuresUpdated;
  }

  /** Writes everything, in the order of keys, and forgets it. */
  public synchronized void flush(RecordContext context) {
    counts.flush(context);
    versionedKeys.forEach(
        (template, value) -> context.mutate(MutationType.SET_VERSIONSTAMPED_KEY, template, value));
    versionedValues.forEach(
        (key, template) -> context.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key, template));
    versionedKeys.clear();
    versionedValues.clear();
  }

  /** Forgets what would be written to a range. */
  public synchronized void discard(Range range) {
    counts.discard(range);
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      versionedKeys.subMap(range.begin, range.end).clear();
      versionedValues.subMap(range.begin, range.end).clear();
    }
  }
}
