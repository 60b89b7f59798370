package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Remembers the writes of the last five seconds with their versions, to decide whether a commit
 * fails with {@code not_committed}.
 *
 * <p>The writes lie in generations, each with those of a stretch of versions. A write goes into the
 * newest one, which is small beside the window, so that the processor's caches hold more of it. A
 * question about a version asks the generations that have newer writes: usually the newest alone. A
 * generation is dropped as a whole when all of its writes are old.
 *
 * <p>A generation takes writes for as many versions as the creator says. With an eighth of the
 * window the history never holds more than nine eighths of the window, and a question about the
 * oldest version asks nine generations. Used by one thread.
 *
 * <p>The writes of a group that failed stay in the history. A transaction whose read version is not
 * older than the last written group ignores them; otherwise it would conflict at each attempt for
 * as long as the storage fails. An older transaction may get a needless 1020.
 */
public final class ConflictHistory {
  private final long versionsMax;
  private final Deque<WriteGeneration> closed = new ArrayDeque<>();
  private WriteGeneration newest = new WriteGeneration();
  private long newestVersion;
  private long lastWritten;
  private long lastAbandoned;

  /**
   * Creates a history without writes.
   *
   * @param versionsMax the number of versions after which a generation takes no more writes; with a
   *     larger number old writes stay longer, with a smaller one old versions ask more generations
   */
  public ConflictHistory(long versionsMax) {
    this.versionsMax = versionsMax;
  }

  /** Records a write of [begin, end) at a version not below any recorded before. */
  public void add(byte[] begin, byte[] end, long version) {
    if (version - newest.oldest() >= versionsMax && newest.size() > 0) {
      closed.addFirst(newest);
      newest = new WriteGeneration();
    }
    newestVersion = version;
    newest.add(begin, end, version);
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
    if (since >= newestVersion || !KeyBytes.isBefore(begin, end)) {
      return false;
    }
    if (newest.isNewer(begin, end, since)) {
      return true;
    }
    for (WriteGeneration older : closed) {
      if (older.newest() <= since) {
        return false;
      }
      if (older.isNewer(begin, end, since)) {
        return true;
      }
    }
    return false;
  }

  /** Forgets the generations of which all writes are at or before the floor. */
  public void expire(long floor) {
    while (!closed.isEmpty() && closed.getLast().newest() <= floor) {
      closed.removeLast();
    }
    if (newest.size() > 0 && newest.newest() <= floor) {
      newest = new WriteGeneration();
    }
  }

  /** The version of the last write recorded, 0 before the first. */
  long newest() {
    return newestVersion;
  }

  /** The bytes of memory that the history takes. */
  long bytesHeld() {
    return newest.bytesHeld() + closed.stream().mapToLong(WriteGeneration::bytesHeld).sum();
  }

  /** The number of entries, points and boundaries together. */
  long size() {
    return newest.size() + closed.stream().mapToLong(WriteGeneration::size).sum();
  }
}
