package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;

/**
 * Remembers the writes of the last five seconds with their versions, to decide whether a commit
 * fails with {@code not_committed}.
 *
 * <p>Writes of single keys lie in one list as keys with versions. Writes of ranges lie in another
 * list as boundaries, each with the version that holds up to the next boundary; a newer range
 * replaces the boundaries that it covers. Both are {@link VersionedKeys}: flat arrays, 60 to 130
 * bytes a key of 40 bytes.
 *
 * <p>Each added write removes a few old entries. So the lists never hold more than about twice the
 * window, and no call takes long. Used by one thread.
 *
 * <p>The writes of a group that failed stay in the history. A transaction whose read version is not
 * older than the last written group ignores them; otherwise it would conflict at each attempt for
 * as long as the storage fails. An older transaction may get a needless 1020.
 */
public final class ConflictHistory {
  private static final int ENTRIES_ADDED_PER_CHUNK_EXPIRED = 16;

  private final VersionedKeys points = new VersionedKeys(false);
  private final VersionedKeys ranges = new VersionedKeys(true);
  private long newest;
  private long lastWritten;
  private long lastAbandoned;
  private int pointsSinceExpiry;
  private int rangesSinceExpiry;

  /** Records a write of [begin, end) at a version not below any recorded before. */
  public void add(byte[] begin, byte[] end, long version) {
    newest = version;
    if (KeyBytes.isSingleKey(begin, end)) {
      points.put(begin, version);
      pointsSinceExpiry++;
      return;
    }
    ranges.cover(begin, end, version);
    rangesSinceExpiry += 2;
  }

  /** Notes that the writes of this version are visible. */
  public void written(long version) {
    lastWritten = version;
  }

  /** Notes that the group with this version has failed. */
  public void abandoned(long version) {
    lastAbandoned = version;
  }

  /** Whether a key of [begin, end) was written after the version. */
  public boolean isNewer(byte[] begin, byte[] end, long version) {
    // Nothing came of what was recorded between the two.
    long since = version >= lastWritten ? Math.max(version, lastAbandoned) : version;
    if (since >= newest || !KeyBytes.isBefore(begin, end)) {
      return false;
    }
    return points.hasNewer(begin, end, since) || ranges.hasNewer(begin, end, since);
  }

  /** Forgets some of the writes at or before the floor, in proportion to the writes added. */
  public void expireSome(long floor) {
    if (pointsSinceExpiry >= ENTRIES_ADDED_PER_CHUNK_EXPIRED) {
      points.expire(floor, pointsSinceExpiry / ENTRIES_ADDED_PER_CHUNK_EXPIRED);
      pointsSinceExpiry = 0;
    }
    if (rangesSinceExpiry >= ENTRIES_ADDED_PER_CHUNK_EXPIRED) {
      ranges.expire(floor, rangesSinceExpiry / ENTRIES_ADDED_PER_CHUNK_EXPIRED);
      rangesSinceExpiry = 0;
    }
  }

  /** Forgets all writes at or before the floor. */
  public void expireAll(long floor) {
    points.expire(floor, points.chunks());
    points.expire(floor, points.chunks());
    ranges.expire(floor, ranges.chunks());
    ranges.expire(floor, ranges.chunks());
  }

  /** The version of the last write recorded, 0 before the first. */
  long newest() {
    return newest;
  }

  /** The bytes of memory that the history takes. */
  long bytesHeld() {
    return points.bytesHeld() + ranges.bytesHeld();
  }

  /** The number of entries, points and boundaries together. */
  long size() {
    return points.size() + ranges.size();
  }
}
