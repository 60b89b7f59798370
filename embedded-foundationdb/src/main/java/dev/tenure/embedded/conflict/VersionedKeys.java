package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.Arrays;

/**
 * An ordered map from keys to versions for a {@link WriteGeneration}: a sorted directory of {@link
 * KeyChunk}s. With each chunk the directory keeps the greatest version in it, and for each {@link
 * #BLOCK} chunks the greatest of these. So a search for versions above a recent version usually
 * ends in the directory. Used by one thread.
 */
final class VersionedKeys {
  private static final int BLOCK = 64;
  private static final int ENTRIES_AFTER_MERGE_MAX = KeyChunk.ENTRIES_MAX * 3 / 4;

  private final boolean boundaries;
  private final KeyDirectory directory = new KeyDirectory();
  private KeyChunk[] chunks = {new KeyChunk()};
  private long[] greatest = new long[1];
  private long[] greatestOfBlock = new long[1];
  private int count = 1;
  private long entries;

  /**
   * @param boundaries whether an entry's version holds up to the next entry's key, rather than for
   *     its own key only
   */
  VersionedKeys(boolean boundaries) {
    this.boundaries = boundaries;
  }

  long size() {
    return entries;
  }

  /** The bytes of memory that the map takes. */
  long bytesHeld() {
    long sum = directory.bytesHeld();
    for (int i = 0; i < count; i++) {
      sum += chunks[i].bytesHeld();
    }
    return sum + greatest.length * (long) (Long.BYTES + Integer.BYTES);
  }

  /** Whether a version greater than this one holds for a key in [begin, end). */
  boolean hasNewer(byte[] begin, byte[] end, long version) {
    int first = directory.floor(begin);
    boolean mayReachOver = boundaries && first > 0 && greatest[first - 1] > version;
    if ((mayReachOver || greatest[first] > version) && hasNewerIn(first, begin, end, version)) {
      return true;
    }
    if (first + 1 >= count || directory.compare(first + 1, end) >= 0) {
      return false;
    }
    int last = directory.lower(end);
    return hasNewerBetween(first + 1, last, version)
        || (greatest[last] > version && chunks[last].hasNewer(0, end, version));
  }

  /** Sets the version of [begin, end), in place of the versions before. */
  void cover(byte[] begin, byte[] end, long version) {
    int place = directory.floor(begin);
    KeyChunk chunk = chunks[place];
    boolean within = place + 1 == count || directory.compare(place + 1, end) > 0;
    if (within && chunk.size() + 2 <= KeyChunk.ENTRIES_MAX) {
      coverWithin(place, begin, end, version);
      return;
    }
    int endPlace = directory.floor(end);
    int endAt = chunks[endPlace].lowerBound(end);
    boolean ends = chunks[endPlace].hasKey(endAt, end);
    long behind = ends ? 0 : versionBefore(endPlace, endAt);
    removeRange(begin, end);
    put(begin, version);
    if (!ends) {
      put(end, behind);
    }
  }

  void put(byte[] key, long version) {
    int place = directory.floor(key);
    KeyChunk chunk = chunks[place];
    int at = chunk.lowerBound(key);
    if (chunk.hasKey(at, key)) {
      chunk.setVersion(at, version);
    } else {
      if (chunk.isFull()) {
        place = split(place, at, key);
        chunk = chunks[place];
        at = chunk.lowerBound(key);
      }
      chunk.insert(at, key, version);
      entries++;
    }
    raiseGreatest(place, version);
  }

  private boolean hasNewerIn(int place, byte[] begin, byte[] end, long version) {
    KeyChunk chunk = chunks[place];
    int at = chunk.lowerBound(begin);
    boolean reachesOver =
        boundaries && !chunk.hasKey(at, begin) && versionBefore(place, at) > version;
    return reachesOver || chunk.hasNewer(at, end, version);
  }

  /** The version of the entry before a place in a chunk, or 0. */
  private long versionBefore(int chunk, int at) {
    int place = chunk;
    int before = at;
    while (before == 0) {
      if (place == 0) {
        return 0;
      }
      place--;
      before = chunks[place].size();
    }
    return chunks[place].version(before - 1);
  }

  private void coverWithin(int place, byte[] begin, byte[] end, long version) {
    KeyChunk chunk = chunks[place];
    int from = chunk.lowerBound(begin);
    int to = chunk.lowerBound(end);
    int had = chunk.size();
    if (!chunk.hasKey(to, end)) {
      chunk.insert(to, end, versionBefore(place, to));
    }
    if (from < to && chunk.hasKey(from, begin)) {
      chunk.setVersion(from, version);
      chunk.remove(from + 1, to);
    } else {
      chunk.remove(from, to);
      chunk.insert(from, begin, version);
    }
    entries += chunk.size() - had;
    raiseGreatest(place, version);
  }

  private void raiseGreatest(int place, long version) {
    greatest[place] = Math.max(greatest[place], version);
    greatestOfBlock[place / BLOCK] = Math.max(greatestOfBlock[place / BLOCK], version);
  }

  private void removeRange(byte[] begin, byte[] end) {
    int last = directory.lower(end);
    boolean emptied = false;
    for (int i = directory.floor(begin); i <= last; i++) {
      int from = chunks[i].lowerBound(begin);
      int to = chunks[i].lowerBound(end);
      if (from < to) {
        chunks[i].remove(from, to);
        entries -= to - from;
        emptied |= chunks[i].size() == 0;
      }
    }
    if (emptied) {
      closeUp();
    }
  }

  /** Drops empty chunks and merges small neighbours. One chunk stays when all are empty. */
  private void closeUp() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int together = chunks[i].size() + (kept > 0 ? chunks[kept - 1].size() : 0);
      if (kept > 0 && together <= ENTRIES_AFTER_MERGE_MAX) {
        chunks[kept - 1].appendEntries(chunks[i], 0);
        greatest[kept - 1] = Math.max(greatest[kept - 1], greatest[i]);
      } else if (chunks[i].size() > 0 || (kept == 0 && i + 1 == count)) {
        chunks[kept] = chunks[i];
        greatest[kept] = greatest[i];
        directory.move(i, kept++, 1);
      }
    }
    Arrays.fill(chunks, kept, count, null);
    directory.truncate(kept);
    count = kept;
    refreshBlocks(0);
  }

  /** Splits a full chunk; returns the place of the chunk that the key belongs to. */
  private int split(int place, int at, byte[] key) {
    boolean atEnd = at == KeyChunk.ENTRIES_MAX;
    KeyChunk upper = chunks[place].splitAt(atEnd ? KeyChunk.ENTRIES_MAX : KeyChunk.ENTRIES_MAX / 2);
    byte[] lowerBound = atEnd ? key.clone() : upper.key(0);
    if (count == chunks.length) {
      chunks = Arrays.copyOf(chunks, count * 2);
      greatest = Arrays.copyOf(greatest, count * 2);
      greatestOfBlock = Arrays.copyOf(greatestOfBlock, count * 2 / BLOCK + 1);
    }
    System.arraycopy(chunks, place + 1, chunks, place + 2, count - place - 1);
    System.arraycopy(greatest, place + 1, greatest, place + 2, count - place - 1);
    directory.insert(place + 1, lowerBound);
    chunks[place + 1] = upper;
    greatest[place] = chunks[place].greatestVersion();
    greatest[place + 1] = upper.greatestVersion();
    count++;
    refreshBlocks(place);
    return KeyBytes.isBefore(key, lowerBound) ? place : place + 1;
  }

  private void refreshBlocks(int fromChunk) {
    for (int block = fromChunk / BLOCK; block * BLOCK < count; block++) {
      long most = 0;
      int end = Math.min(count, (block + 1) * BLOCK);
      for (int i = block * BLOCK; i < end; i++) {
        most = Math.max(most, greatest[i]);
      }
      greatestOfBlock[block] = most;
    }
  }

  /** Whether one of the chunks [from, to) has a version greater than this one. */
  private boolean hasNewerBetween(int from, int to, long version) {
    int i = from;
    while (i < to) {
      if (i % BLOCK == 0 && i + BLOCK <= to && greatestOfBlock[i / BLOCK] <= version) {
        i += BLOCK;
      } else if (greatest[i] > version && chunks[i].greatestVersion() > version) {
        return true;
      } else {
        i++;
      }
    }
    return false;
  }
}
