package dev.tenure.record.evolution;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;

/**
 * The keys of one metadata store, below its subspace. The first element of each is the version of
 * this layout, 1:
 *
 * <pre>
 * (1, 0)              format 1 | the newest version, tuple-encoded
 * (1, 1, version)     format 1 | StoredMetaDataEntry
 * (1, 2, version, n)  chunk n of the metadata, from 0, of up to 100,000 bytes
 * </pre>
 */
record MetaDataKeys(Subspace subspace) {
  private static final long LAYOUT = 1;
  private static final long NEWEST = 0;
  private static final long ENTRIES = 1;
  private static final long CHUNKS = 2;

  byte[] newest() {
    return subspace.pack(Tuple.from(LAYOUT, NEWEST));
  }

  byte[] entry(int version) {
    return subspace.pack(Tuple.from(LAYOUT, ENTRIES, version));
  }

  Range entries() {
    return subspace.range(Tuple.from(LAYOUT, ENTRIES));
  }

  byte[] chunk(int version, int number) {
    return subspace.pack(Tuple.from(LAYOUT, CHUNKS, version, number));
  }

  Range chunks(int version) {
    return subspace.range(Tuple.from(LAYOUT, CHUNKS, version));
  }

  Range everything() {
    return subspace.range();
  }

  /** The version in the key of an entry. */
  int versionOf(byte[] entryKey) {
    return Math.toIntExact(subspace.unpack(entryKey).getLong(2));
  }

  /** The key as text, for errors. */
  String describe(byte[] key) {
    return "metadata store "
        + ByteArrayUtil.printable(subspace.getKey())
        + ", key "
        + ByteArrayUtil.printable(key);
  }

  String describe() {
    return "metadata store " + ByteArrayUtil.printable(subspace.getKey());
  }
}
