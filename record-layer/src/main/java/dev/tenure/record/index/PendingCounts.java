package dev.tenure.record.index;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The changes of counters that a transaction has made in one store and not yet written. The changes
 * of one counter are summed up. Safe for use by many threads.
 */
public final class PendingCounts {
  private static final byte[] ZERO = encode(0);

  private final NavigableMap<byte[], Change> changes = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * The cases in which a counter is compared with zero and cleared. A counter that cannot have
   * become zero is not compared.
   */
  enum Clear {
    NEVER,
    AFTER_DECREASE,
    AFTER_CHANGE;

    boolean applies(long change) {
      return this == AFTER_CHANGE || (this == AFTER_DECREASE && change < 0);
    }
  }

  private record Change(long sum, Clear clear) {

    /**
     * Whether no write is needed. A counter that is never cleared gets a row with its first change,
     * even a change of 0: otherwise the existence of the row would depend on how the changes were
     * divided among transactions.
     */
    boolean leavesTheRowAsItIs() {
      return sum == 0 && clear != Clear.NEVER;
    }
  }

  synchronized void add(byte[] key, long change, Clear clear) {
    Change old = changes.get(key);
    changes.put(key, new Change(old == null ? change : old.sum() + change, clear));
  }

  /** The sum that is still to be added to a counter. */
  public synchronized long pending(byte[] key) {
    Change change = changes.get(key);
    return change == null ? 0 : change.sum();
  }

  /** Whether a sum, possibly 0, is still to be added to a counter. */
  public synchronized boolean isPending(byte[] key) {
    return changes.containsKey(key);
  }

  /** Writes all sums in the order of keys, and then drops them. */
  public synchronized void flush(RecordContext context) {
    changes.forEach(
        (key, change) -> {
          if (change.leavesTheRowAsItIs()) {
            return;
          }
          context.mutate(MutationType.ADD, key, encode(change.sum()));
          if (change.clear().applies(change.sum())) {
            context.mutate(MutationType.COMPARE_AND_CLEAR, key, ZERO);
          }
        });
    changes.clear();
  }

  /** Drops the sums of all counters in a range. */
  public synchronized void discard(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      changes.subMap(range.begin, range.end).clear();
    }
  }

  public static byte[] encode(long count) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(count).array();
  }

  /**
   * Decodes the value of a counter.
   *
   * @param where the store and the key, for errors
   */
  public static long decode(byte[] value, String where) {
    if (value.length != Long.BYTES) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "count has " + value.length + " bytes, expected " + Long.BYTES + " (" + where + ")");
    }
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
