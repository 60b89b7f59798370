package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;

/**
 * What was written in the last five seconds, and at which version: the memory behind {@code
 * not_committed}.
 *
 * <p>Writes of single keys lie in one list as key and version. Writes of ranges lie in another as
 * boundaries, each with the version that holds from it up to the next; a newer range takes the
 * place of what it covers. Both are {@link VersionedKeys}: flat arrays, 60 to 130 bytes a key of 40
 * bytes.
 *
 * <p>Forgetting rides on adding: each write lets a few old entries go, so the lists never hold more
 * than about twice the window and no call takes long. One thread.
 *
 * <p>What a group was to write stays when the group fails. It is passed over for readers since the
 * last group that was written, or they would be told of a conflict at each attempt for as long as
 * the storage fails; older readers may get a needless 1020.
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

  /** The writes recorded at the version are visible. */
  public void written(long version) {
    lastWritten = version;
  }

  /** The writes recorded at the version came to nothing. */
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

  /** Forgets some of what was written at or before the floor, in step with what was added. */
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

  /** Forgets all that was written at or before the floor. */
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

  /** Bytes of memory taken. */
  long bytesHeld() {
    return points.bytesHeld() + ranges.bytesHeld();
  }

  /** Entries held, of points and boundaries. */
  long size() {
    return points.size() + ranges.size();
  }
}
