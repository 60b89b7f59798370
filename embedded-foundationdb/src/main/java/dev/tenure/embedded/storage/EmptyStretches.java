package dev.tenure.embedded.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers ranges of keys, called stretches, in which readers found nothing but deleted rows.
 * RocksDB keeps a deleted row in memory until the memtable is written out, and in files until they
 * are compacted, and a scan passes each such row. A queue's readers always begin where rows were
 * deleted. So the next reader skips a known stretch.
 *
 * <p>Snapshots are named by RocksDB's sequence numbers. A stretch is empty in every snapshot since
 * the one in which it was found: before the writer puts a row into a stretch, {@link #writing} cuts
 * the stretch off at that row. Readers take no lock. Stretches never overlap. A stretch that is
 * forgotten costs only time, because a reader finds it again.
 */
final class EmptyStretches {
  /** The most bytes of all stretches: about 25,000 stretches with keys of 80 bytes. */
  static final long STRETCH_BYTES_MAX = 8L << 20;

  /**
   * The most batches written since a reader's snapshot. A stretch that was found in an older
   * snapshot is not remembered.
   */
  static final int BATCHES_MAX = 64;

  /** The most bytes of the keys of these batches. */
  static final long BATCH_BYTES_MAX = 4L << 20;

  /** An array's head and the reference to it. */
  private static final int ARRAY_BYTES = 24;

  /** The two records and the node of the map that a stretch takes beside its keys. */
  private static final int STRETCH_BYTES = 120;

  @SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
  private record Stretch(byte[] end, long since) {}

  /** The keys that a batch has put. No snapshot up to {@code after} shows them. */
  private record Batch(long after, List<byte[]> puts, long bytes) {
    static Batch of(long after, List<byte[]> puts) {
      long bytes = 0;
      for (byte[] key : puts) {
        bytes += ARRAY_BYTES + key.length;
      }
      return new Batch(after, puts, bytes);
    }
  }

  private final ConcurrentSkipListMap<byte[], Stretch> stretches =
      new ConcurrentSkipListMap<>(KeyBytes.ORDER);
  private final Deque<Batch> recent = new ArrayDeque<>();
  private long stretchBytes;
  private long recentBytes;
  private long forgotten = -1;

  /** The first key at or after {@code begin} at which the snapshot can have a row. */
  byte[] skip(byte[] begin, long sequence) {
    Map.Entry<byte[], Stretch> before = stretches.floorEntry(begin);
    return before != null
            && before.getValue().since <= sequence
            && KeyBytes.isBefore(begin, before.getValue().end)
        ? before.getValue().end
        : begin;
  }

  /**
   * Notes that the snapshot has no rows in [begin, end).
   *
   * @param sequence the sequence number of the snapshot
   */
  synchronized void found(byte[] begin, byte[] end, long sequence) {
    if (sequence <= forgotten) {
      return;
    }
    byte[] until = end;
    for (Batch batch : recent) {
      if (batch.after >= sequence) {
        for (byte[] key : batch.puts) {
          if (KeyBytes.isBefore(key, until) && !KeyBytes.isBefore(key, begin)) {
            until = key;
          }
        }
      }
    }
    if (KeyBytes.isBefore(begin, until)) {
      join(begin, until, sequence);
    }
  }

  /** Makes one stretch of this one and those it touches. */
  private void join(byte[] begin, byte[] end, long sequence) {
    byte[] from = begin;
    byte[] to = end;
    long since = sequence;
    Map.Entry<byte[], Stretch> touched = stretches.floorEntry(end);
    while (touched != null && !KeyBytes.isBefore(touched.getValue().end, begin)) {
      from = KeyBytes.least(from, touched.getKey());
      to = KeyBytes.greatest(to, touched.getValue().end);
      since = Math.max(since, touched.getValue().since);
      if (!KeyBytes.isBefore(begin, touched.getKey())) {
        break;
      }
      forget(touched.getKey());
      touched = stretches.lowerEntry(touched.getKey());
    }
    if (!hasRoom(from, to)) {
      stretches.clear();
      stretchBytes = 0;
    }
    keep(from, new Stretch(to, since));
  }

  private void keep(byte[] begin, Stretch stretch) {
    Stretch replaced = stretches.put(begin, stretch);
    stretchBytes += bytes(begin, stretch.end);
    stretchBytes -= replaced == null ? 0 : bytes(begin, replaced.end);
  }

  private void forget(byte[] begin) {
    Stretch gone = stretches.remove(begin);
    stretchBytes -= gone == null ? 0 : bytes(begin, gone.end);
  }

  private boolean hasRoom(byte[] begin, byte[] end) {
    return stretchBytes + bytes(begin, end) <= STRETCH_BYTES_MAX;
  }

  private static long bytes(byte[] begin, byte[] end) {
    return STRETCH_BYTES + 2L * ARRAY_BYTES + begin.length + end.length;
  }

  /**
   * Prepares for a batch that is about to be written.
   *
   * @param puts the keys of the batch's rows, in any order
   * @param after the sequence number of the batch before it
   */
  synchronized void writing(List<byte[]> puts, long after) {
    Batch batch = Batch.of(after, puts);
    recent.addLast(batch);
    recentBytes += batch.bytes;
    while (recent.size() > BATCHES_MAX || recentBytes > BATCH_BYTES_MAX) {
      Batch oldest = recent.removeFirst();
      recentBytes -= oldest.bytes;
      forgotten = oldest.after;
    }
    if (!stretches.isEmpty()) {
      cutOff(puts);
    }
  }

  private void cutOff(List<byte[]> puts) {
    // Between two stretches: most rows are put near one another, and far from all stretches.
    byte @Nullable [] outsideFrom = null;
    byte @Nullable [] outsideTo = null;
    for (byte[] key : puts) {
      if (outsideFrom != null
          && !KeyBytes.isBefore(key, outsideFrom)
          && (outsideTo == null || KeyBytes.isBefore(key, outsideTo))) {
        continue;
      }
      Map.Entry<byte[], Stretch> before = stretches.floorEntry(key);
      if (before != null && KeyBytes.isBefore(key, before.getValue().end)) {
        split(before.getKey(), before.getValue(), key);
        outsideFrom = key;
      } else {
        outsideFrom = before == null ? KeyBytes.EMPTY : before.getValue().end;
      }
      outsideTo = stretches.higherKey(key);
    }
  }

  /**
   * Splits a stretch at a row that was put into it. The part behind the row stays known, since rows
   * that leases remove lie far behind new rows.
   */
  private void split(byte[] begin, Stretch stretch, byte[] key) {
    byte[] behind = KeyBytes.after(key);
    if (KeyBytes.isBefore(behind, stretch.end) && hasRoom(behind, stretch.end)) {
      keep(behind, stretch);
    }
    if (KeyBytes.isBefore(begin, key) && hasRoom(begin, key)) {
      keep(begin, new Stretch(key, stretch.since));
    } else {
      forget(begin);
    }
  }

  /** The number of known stretches. */
  int size() {
    return stretches.size();
  }

  /** The approximate bytes of memory that the stretches take. */
  synchronized long bytes() {
    return stretchBytes;
  }
}
