package dev.tenure.embedded.commit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Values of keys that are read again and again, such as those of counters, which each atomic
 * operation reads. Such a read costs no search in the storage. Any thread reads; the commit thread
 * alone notes writes. No lock is taken.
 *
 * <h2>Which row is valid</h2>
 *
 * A row has the value of its key from the state {@code since} on. Before a group becomes visible,
 * {@link #writing} raises the stamp of each key that it has written to its version. Several keys
 * share a stamp. A reader at a state uses a row if
 *
 * <ul>
 *   <li>{@code since} is not above the state's version, and
 *   <li>the stamp of the key is not above {@code since}: no group has written the key since then.
 * </ul>
 *
 * A reader has a state only after it has become visible, so it sees the stamps of all groups up to
 * its state. A row that is put late, from an old state, is not used when its key was written after
 * that state. A row whose key is written is replaced, so that the reads of a counter that changes
 * with each group find it.
 */
final class HotRows {
  private static final int ROWS = 1 << 15;
  private static final int STAMPS = 1 << 16;

  /** Longer keys and values are not kept: all rows together have at most some 15 MB. */
  private static final int KEY_BYTES_MAX = 128;

  private static final int VALUE_BYTES_MAX = 256;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** At the place that the key's hash gives; another key of that place takes it. */
  private final AtomicReferenceArray<@Nullable Row> rows = new AtomicReferenceArray<>(ROWS);

  /**
   * The hash of the key that was last read from the storage at each place. A key is kept when it is
   * read for the second time. Threads overwrite one another's hashes, which only delays that.
   */
  private final int[] readOnce = new int[ROWS];

  private final AtomicLongArray stamps = new AtomicLongArray(STAMPS);

  /** The version of the last group that has cleared a range. */
  private volatile long rangeCleared;

  /** The value of a key, null for an absent one. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Row(long hash, byte[] key, byte @Nullable [] value, long since) {
    boolean isOf(long otherHash, byte[] otherKey) {
      return hash == otherHash && Arrays.equals(key, otherKey);
    }
  }

  /** The value of the key in a state that the caller keeps open; null when the key is absent. */
  byte @Nullable [] get(byte[] key, HeldSnapshot state) {
    if (key.length > KEY_BYTES_MAX) {
      return state.snapshot().get(key);
    }
    long hash = hash(key);
    Row row = rows.get(place(hash));
    if (row != null && row.isOf(hash, key) && isValid(row, state.version())) {
      byte[] value = row.value();
      return value == null ? null : value.clone();
    }
    byte[] value = state.snapshot().get(key);
    if (isReadAgain(hash)) {
      put(new Row(hash, key.clone(), value == null ? null : value.clone(), state.version()));
    }
    return value;
  }

  private boolean isValid(Row row, long version) {
    return row.since() <= version
        && stamps.get(stamp(row.hash())) <= row.since()
        && rangeCleared <= row.since();
  }

  private boolean isReadAgain(long hash) {
    int mark = (int) (hash >>> 32) | 1;
    boolean again = readOnce[place(hash)] == mark;
    readOnce[place(hash)] = mark;
    return again;
  }

  private void put(Row row) {
    if (row.value() == null || row.value().length <= VALUE_BYTES_MAX) {
      rows.set(place(row.hash()), row);
    }
  }

  /** Notes the writes of a group that becomes visible afterwards, at the version. */
  void writing(GroupWrites group, long version) {
    if (group.hasClearedRanges()) {
      rangeCleared = version;
    }
    group.rows().forEach((key, value) -> writing(key, value, version));
  }

  private void writing(byte[] key, byte @Nullable [] value, long version) {
    if (key.length > KEY_BYTES_MAX) {
      return;
    }
    long hash = hash(key);
    stamps.set(stamp(hash), version);
    Row row = rows.get(place(hash));
    if (row != null && row.isOf(hash, key)) {
      put(new Row(hash, row.key(), value, version));
    }
  }

  private static int place(long hash) {
    return (int) hash & (ROWS - 1);
  }

  private static int stamp(long hash) {
    return (int) (hash >>> 40) & (STAMPS - 1);
  }

  private static long hash(byte[] key) {
    long hash = key.length;
    int at = 0;
    for (; at + Long.BYTES <= key.length; at += Long.BYTES) {
      hash = mixed(hash, (long) LONGS.get(key, at));
    }
    for (; at < key.length; at++) {
      hash = mixed(hash, key[at]);
    }
    return hash ^ (hash >>> 32);
  }

  private static long mixed(long hash, long part) {
    return Long.rotateLeft((hash ^ part) * MULTIPLIER, 29);
  }
}
