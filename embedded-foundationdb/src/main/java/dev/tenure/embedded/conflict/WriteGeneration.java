package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;

/**
 * The writes of a stretch of versions. Writes of single keys lie in one list as keys with versions.
 * Writes of ranges lie in another list as boundaries, each with the version that holds up to the
 * next boundary; a newer range replaces the boundaries that it covers. Both are {@link
 * VersionedKeys}: flat arrays, 60 to 130 bytes a key of 40 bytes.
 */
final class WriteGeneration {
  private final VersionedKeys points = new VersionedKeys(false);
  private final VersionedKeys ranges = new VersionedKeys(true);
  private long oldest;
  private long newest;

  void add(byte[] begin, byte[] end, long version) {
    if (newest == 0) {
      oldest = version;
    }
    newest = version;
    if (KeyBytes.isSingleKey(begin, end)) {
      points.put(begin, version);
    } else {
      ranges.cover(begin, end, version);
    }
  }

  /** Whether a key of [begin, end) was written after the version. */
  boolean isNewer(byte[] begin, byte[] end, long version) {
    return points.hasNewer(begin, end, version) || ranges.hasNewer(begin, end, version);
  }

  /** The version of the first write, 0 before it. */
  long oldest() {
    return oldest;
  }

  /** The version of the last write, 0 before the first. */
  long newest() {
    return newest;
  }

  /** The number of entries, points and boundaries together. */
  long size() {
    return points.size() + ranges.size();
  }

  /** The bytes of memory that the writes take. */
  long bytesHeld() {
    return points.bytesHeld() + ranges.bytesHeld();
  }
}
