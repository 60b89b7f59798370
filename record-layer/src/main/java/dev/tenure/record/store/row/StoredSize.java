package dev.tenure.record.store.row;

import dev.tenure.record.key.RecordVersion;
import org.jspecify.annotations.Nullable;

/**
 * Computes the stored size of a record in bytes. It counts the keys without the prefix of the
 * store's subspace, so that the size stays the same when the store is moved. It counts the values
 * with the envelope and the version slot. Index entries do not count.
 */
public final class StoredSize {
  private static final byte[] NOTHING = {};
  private static final int SLOT_NUMBER_BYTES = numberBytes(StoreKeys.VERSION_SLOT);

  private StoredSize() {}

  /** The stored size of a record in one key. */
  public static long single(StoreKeys keys, byte[] record, int valueBytes) {
    return keys.relativeBytes(record) + valueBytes;
  }

  /**
   * The stored size of a split record.
   *
   * @param record the prefix of all keys of the record
   * @param valueBytes the bytes of its chunks
   * @param chunks the number of chunks, at least 1
   * @param version the value of its version slot, incomplete before the commit; null without a slot
   */
  public static long split(
      StoreKeys keys, byte[] record, int valueBytes, int chunks, @Nullable RecordVersion version) {
    long prefix = keys.relativeBytes(record);
    long bytes = valueBytes;
    int first = SplitRecord.firstPart(chunks);
    for (int part = first; part < first + chunks; part++) {
      bytes += prefix + numberBytes(part);
    }
    return version == null
        ? bytes
        : bytes + prefix + SLOT_NUMBER_BYTES + VersionSlot.bytes(version);
  }

  private static int numberBytes(int part) {
    return part == StoreKeys.WHOLE ? 1 : StoreKeys.part(NOTHING, part).length;
  }
}
